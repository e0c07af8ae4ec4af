import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { JobReport } from '#app/admin/jobs/JobReport.tsx';
import { DifferenceView } from '#app/admin/register/feeds/DifferenceView.tsx';
import { kindWords, RunState } from '#app/admin/register/feeds/run-list.tsx';
import { UndoButton } from '#app/admin/register/feeds/UndoButton.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getLastImport, getRun } from '#db/registry/runs.ts';
import { durationWords } from '#lib/usage/words.ts';

export const metadata: Metadata = { title: 'Register import' };

export default async function RunPage({ params }: { params: Promise<{ run: string }> }) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const run = getRun(reader, numberOf((await params).run));
  if (run === undefined) notFound();
  const { id, kind, state, source, sha256, who, undoes, startedAt, endedAt, elapsedMs, counts, difference, fault } =
    run;
  const mayUndo = mayEdit && getLastImport(reader)?.id === id;
  return (
    <RegisterPage title={`Import ${id}`} back={{ href: '/admin/register/feeds', words: 'All imports' }}>
      <Section title="About this import">
        <Facts
          facts={[
            ['Kind', kindWords[kind]],
            ['File', source],
            ['State', <RunState key="state" state={state} />],
            ...(undoes === null
              ? []
              : [
                  [
                    'Undoes',
                    <Link
                      key="undoes"
                      prefetch={false}
                      href={`/admin/register/feeds/${undoes}`}
                    >{`Import ${undoes}`}</Link>,
                  ] as const,
                ]),
            ['By', who],
            ['Started', <Instant key="started" at={startedAt} />],
            ['Ended', <Instant key="ended" at={endedAt} />],
            ['Duration', elapsedMs === null ? '–' : durationWords(elapsedMs)],
            ['SHA-256 of the file', sha256 ?? '–'],
            ['Unchanged names', (counts.unchanged ?? 0).toLocaleString('en-NZ')],
          ]}
        />
        {mayUndo && <UndoButton run={id} source={source} />}
      </Section>
      {fault !== null && (
        <Section title="Why it failed">
          <JobReport fault={fault} />
        </Section>
      )}
      {difference !== null && (
        <Section title={state === 'failed' ? 'What it would have changed' : 'What it changed'}>
          <DifferenceView counts={counts} difference={difference} />
        </Section>
      )}
    </RegisterPage>
  );
}
