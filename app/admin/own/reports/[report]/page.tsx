import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { answerOwn } from '#app/admin/own/reports/actions.ts';
import { OutcomeState } from '#app/admin/own/reports/own-report-list.tsx';
import { QuotedText } from '#app/admin/reports/QuotedText.tsx';
import { AnswerForm } from '#app/admin/reports/ReportForm.tsx';
import { deliveryChoice } from '#app/admin/reports/report-list.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { pageOfDeliveries } from '#db/broadband/own/deliveries.ts';
import { connections } from '#db/client.ts';
import { getAskedReport } from '#db/reports/answers.ts';
import { answerOf } from '#flows/reports/reports.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';

export const metadata: Metadata = { title: 'Report' };

/** How many deliveries can be chosen from, the newest first. */
const mostChoices = 100;

/** A report about a point that the provider's coverage answers: not who made it, nor what other providers say. */
export default async function OwnReportPage({ params }: { params: Promise<{ report: string }> }) {
  const own = await requireOwnNetwork();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const report = getAskedReport(reader, own.id, numberOf((await params).report));
  if (report === undefined) notFound();
  const [y, x] = [degreesText(report.y), degreesText(longitudeOf(report))];
  const newest = { page: 1, pageSize: mostChoices, since: report.createdAt };
  const deliveries = pageOfDeliveries(reader, own.id, newest).rows;
  return (
    <AdminPage
      navigation={<BackLink href="/admin/own/reports">All reports</BackLink>}
      title={`Report ${report.id}`}
      state={<OutcomeState outcome={report.outcome} />}
    >
      <Section title="What is wrong">
        <QuotedText text={report.what} />
        <Facts
          facts={[
            ['Received', <Instant key="received" at={report.createdAt} />],
            [
              'Point',
              <a key="point" href={`/availability/${y}/${x}`}>
                {y}, {x}
              </a>,
            ],
            ['Coverage', report.versionId === null ? 'None was published' : `Version ${report.versionId}`],
            ['Answered', <Instant key="answered" at={report.answeredAt} never="Not yet" />],
            ['Answered by', report.answeredBy ?? ''],
          ]}
        />
      </Section>
      <Section title="Your answer" intro="The visitor sees it by the link that they got with their report.">
        <AnswerForm
          report={report.id}
          opened={{ revision, fields: answerOf(report) }}
          deliveries={deliveries.map(deliveryChoice)}
          save={answerOwn}
        />
      </Section>
    </AdminPage>
  );
}
