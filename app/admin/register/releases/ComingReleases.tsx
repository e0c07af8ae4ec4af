import { DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import type { Connection } from '#db/client.ts';
import { countDueNames } from '#db/registry/due-names.ts';
import { windowEnd } from '#lib/registry/release/release.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import { jobColumns } from './columns.tsx';

const days = 7;

/** The next jobs, and how many names of the present register each will release. */
export function ComingReleases({ connection, nowMs }: { readonly connection: Connection; readonly nowMs: EpochMs }) {
  let before = 0;
  const jobs = Array.from({ length: days }, (_, day) => {
    const scheduleDate = aucklandMidnight(nowMs, day + 1);
    // a job takes the names of earlier jobs too, if they have not run
    const upTo = countDueNames(connection, scheduleDate);
    const released = upTo - before;
    before = upTo;
    return { scheduleDate, released, freeAt: windowEnd(scheduleDate) };
  });
  return (
    <Section title="Coming">
      <DataTable
        label="coming jobs"
        columns={jobColumns}
        rows={jobs}
        rowKey={({ scheduleDate }) => scheduleDate}
        empty=""
      />
    </Section>
  );
}
