import type { RegisterScratch } from '#db/registry/scratch.ts';
import type { Clock } from '#lib/clock.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { type Fault, FaultList } from '#lib/refusal.ts';
import { feedRecords } from '#lib/registry/import/feed-records.ts';
import { parseFeedRow } from '#lib/registry/import/feed-row.ts';
import { repeatedName } from '#lib/registry/import/repeated-name.ts';

/** The file's name, for messages, and the clock by which its dates must be in the past. */
export interface FeedOptions {
  readonly source: string;
  readonly clock: Clock;
  readonly onProgress?: ShowProgress;
}

/**
 * Reads a whole register file into `scratch` and checks every row.
 *
 * @throws Refusal with the first faults and the total when there are any
 */
export async function readFeed(
  scratch: RegisterScratch,
  bytes: AsyncIterable<Uint8Array>,
  { source, clock, onProgress }: FeedOptions,
): Promise<void> {
  const faults = new FaultList();
  let rows = 0;
  /** Names that are not written as they are stored, by line. */
  const spellings = new Map<number, string>();
  for await (const { line, values } of feedRecords(bytes, faults)) {
    const row = parseFeedRow(values, clock(), (field, reason) => faults.add({ field, line }, reason));
    if (row !== undefined) {
      scratch.addRow(row, line);
      if (values.domain !== row.name) spellings.set(line, values.domain);
    }
    if (++rows % 1000 === 0) onProgress?.('read-names', rows, 0);
  }
  for (const { name, line, firstLine } of scratch.sortRows()) {
    const written = (at: number) => ({ line: at, text: spellings.get(at) ?? name });
    faults.add({ line }, repeatedName(name, written(line), written(firstLine)));
  }
  faults.first.sort((one, other) => lineOf(one) - lineOf(other));
  faults.refuseIfAny({ code: 'register-not-imported', file: source });
}

function lineOf({ where }: Fault): number {
  return 'line' in where ? (where.line ?? 0) : 0;
}
