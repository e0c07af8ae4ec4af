import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { OutcomeState } from '#app/admin/own/reports/own-report-list.tsx';
import { answerAsStaff } from '#app/admin/reports/actions.ts';
import { QuotedText } from '#app/admin/reports/QuotedText.tsx';
import { AnswerForm, ReportForm } from '#app/admin/reports/ReportForm.tsx';
import { deliveryChoice } from '#app/admin/reports/report-list.ts';
import { stateWords } from '#app/admin/reports/state-words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { versionsSince } from '#db/broadband/own/deliveries.ts';
import { connections } from '#db/client.ts';
import { answersTo, type NamedAnswer } from '#db/reports/answers.ts';
import { getReport, type PointReport } from '#db/reports/reports.ts';
import { answerOf } from '#flows/reports/reports.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { parseAnswer, type TechnologyResult } from '#lib/map/answer/answer.ts';
import { displayText } from '#lib/map/answer/words.ts';
import { emailKeptDays } from '#lib/reports/visitor-report.ts';

export const metadata: Metadata = { title: 'Report' };

export default async function ReportPage({ params }: { params: Promise<{ report: string }> }) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const report = getReport(reader, numberOf((await params).report));
  if (report === undefined) notFound();
  const { id, shown, answer, versionId, state, note } = report;
  const answers = answersTo(reader, id);
  return (
    <AdminPage title={`Report ${id}`} navigation={<BackLink href="/admin/reports">All reports</BackLink>}>
      <ReportedFault report={report} />
      <Section
        title="The answer"
        intro={versionId === null ? 'No coverage was published then.' : `From version ${versionId} of the coverage.`}
      >
        <QuotedText text={`The page showed: ${shown}`} />
        <ReportedAnswer answer={answer} />
      </Section>
      <Section
        title="Answers for the visitor"
        intro="The providers of the reported answer, and you, may each answer. The visitor sees it by their link."
      >
        <AnswerList answers={answers} />
        {mayEdit && (
          <AnswerForm
            report={id}
            opened={{ revision, fields: answerOf(answers.find(({ providerId }) => providerId === null)) }}
            deliveries={versionsSince(reader.db, report.createdAt).map(deliveryChoice)}
            save={answerAsStaff}
          />
        )}
      </Section>
      <Section title="Findings of staff">
        {mayEdit ? (
          <ReportForm id={id} opened={{ revision, fields: { state, note } }} />
        ) : (
          <QuotedText text={note === '' ? 'None yet.' : note} />
        )}
      </Section>
    </AdminPage>
  );
}

function ReportedFault({ report }: { readonly report: PointReport }) {
  const { createdAt, what, email, state, handledBy, handledAt } = report;
  const [y, x] = [degreesText(report.y), degreesText(longitudeOf(report))];
  return (
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
  );
}

const columns: readonly Column<NamedAnswer>[] = [
  { key: 'who', title: 'Whose answer', render: ({ provider }) => provider ?? 'Staff' },
  { key: 'outcome', title: 'Answer', render: ({ outcome }) => <OutcomeState outcome={outcome} /> },
  { key: 'delivery', title: 'Delivery', isNumber: true, render: ({ delivery }) => delivery },
  { key: 'words', title: 'For the visitor', render: ({ words }) => <bdi>{words}</bdi> },
  { key: 'by', title: 'Answered by', render: ({ answeredBy }) => answeredBy ?? '' },
  { key: 'at', title: 'Answered', render: ({ answeredAt }) => <Instant at={answeredAt} never="Not yet" /> },
];

/** The answers to a report, and who has not answered yet. */
function AnswerList({ answers }: { readonly answers: readonly NamedAnswer[] }) {
  return (
    <DataTable
      label="answers"
      columns={columns}
      rows={answers}
      rowKey={({ id }) => id}
      empty={<p>No known provider was named in the answer.</p>}
    />
  );
}

const technologyColumns: readonly Column<TechnologyResult>[] = [
  { key: 'technology', title: 'Technology', render: ({ technology }) => displayText(technology) },
  { key: 'availability', title: 'Availability', render: ({ availability }) => availability },
  {
    key: 'providers',
    title: 'Providers',
    render: ({ providers }) =>
      providers
        .map(({ name, maxDownloadMbps }) => `${displayText(name)}, ${maxDownloadMbps.toLocaleString('en-NZ')} Mbps`)
        .join('; '),
  },
];

/** The API's answer when a report was received. */
function ReportedAnswer({ answer }: { readonly answer: string }) {
  const results = parseAnswer(JSON.parse(answer)) ?? [];
  return (
    <DataTable
      label="results"
      columns={technologyColumns}
      rows={results}
      rowKey={({ technology }) => technology}
      empty={<p>The answer had no results.</p>}
    />
  );
}
