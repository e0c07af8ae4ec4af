import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/page-wanted.ts';
import { AnswerThen } from '#app/admin/reports/AnswerThen.tsx';
import { ReportForm } from '#app/admin/reports/ReportForm.tsx';
import { Said } from '#app/admin/reports/Said.tsx';
import { stateWords } from '#app/admin/reports/state-words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getReport } from '#db/reports/reports.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Report' };

export default async function ReportPage({ params }: { params: Promise<{ report: string }> }) {
  const staff = await requireStaff();
  const report = getReport(connections().reader, numberOf((await params).report));
  if (report === undefined) notFound();
  const { id, createdAt, what, email, shown, answer, versionId, state, note, handledBy, handledAt } = report;
  const [y, x] = [degreesText(report.y), degreesText(longitudeOf(report))];
  return (
    <AdminPage
      title={`Report ${id}`}
      actions={
        <LinkButton variant="default" href="/admin/reports">
          All reports
        </LinkButton>
      }
    >
      <Section title="What is wrong">
        <Said text={what} />
        <Facts
          facts={[
            ['State', stateWords[state]],
            ['Came', <Instant key="came" at={createdAt} />],
            [
              'Point',
              <a key="point" href={`/availability/${y}/${x}`}>
                {y}, {x}
              </a>,
            ],
            ['E-mail', email ?? 'none, or deleted after 90 days'],
            ['Looked into', <Instant key="handled" at={handledAt} never="not yet" />],
            ['Looked into by', handledBy ?? ''],
          ]}
        />
      </Section>
      <Section
        title="What was answered"
        intro={versionId === null ? 'No coverage was published then.' : `By version ${versionId} of the coverage.`}
      >
        <Said text={`The page said: ${shown}`} />
        <AnswerThen answer={answer} />
      </Section>
      <Section title="What staff found out">
        {isRoleEnough(staff.role, 'editor') ? (
          <ReportForm id={id} values={{ state, note }} />
        ) : (
          <Said text={note === '' ? 'Nothing yet.' : note} />
        )}
      </Section>
    </AdminPage>
  );
}
