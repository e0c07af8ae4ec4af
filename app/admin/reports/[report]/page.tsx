import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { QuotedText } from '#app/admin/reports/QuotedText.tsx';
import { ReportedAnswer } from '#app/admin/reports/ReportedAnswer.tsx';
import { ReportForm } from '#app/admin/reports/ReportForm.tsx';
import { stateWords } from '#app/admin/reports/state-words.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { getReport } from '#db/reports/reports.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { emailKeptDays } from '#lib/reports/visitor-report.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Report' };

export default async function ReportPage({ params }: { params: Promise<{ report: string }> }) {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const report = getReport(reader, numberOf((await params).report));
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
        <QuotedText text={what} />
        <Facts
          facts={[
            ['State', stateWords[state]],
            ['Received', <Instant key="received" at={createdAt} />],
            [
              'Point',
              <a key="point" href={`/availability/${y}/${x}`}>
                {y}, {x}
              </a>,
            ],
            ['Email', email ?? `None, or deleted after ${emailKeptDays} days`],
            ['Handled', <Instant key="handled" at={handledAt} never="Not yet" />],
            ['Handled by', handledBy ?? ''],
          ]}
        />
      </Section>
      <Section
        title="The answer"
        intro={versionId === null ? 'No coverage was published then.' : `From version ${versionId} of the coverage.`}
      >
        <QuotedText text={`The page showed: ${shown}`} />
        <ReportedAnswer answer={answer} />
      </Section>
      <Section title="Findings of staff">
        {isRoleEnough(staff.role, 'editor') ? (
          <ReportForm id={id} opened={{ revision, fields: { state, note } }} />
        ) : (
          <QuotedText text={note === '' ? 'None yet.' : note} />
        )}
      </Section>
    </AdminPage>
  );
}
