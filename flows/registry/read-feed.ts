import { createHash } from 'node:crypto';
import type { RegisterScratch } from '#db/registry/scratch.ts';
import type { Clock } from '#lib/clock.ts';
import { type Fault, FaultList } from '#lib/refusal.ts';
import { feedRecords } from '#lib/registry/import/feed-records.ts';
import { parseFeedRow } from '#lib/registry/import/feed-row.ts';

/** What a file is called, for messages, and the clock against which its dates are in the past. */
export interface FeedOptions {
  readonly source: string;
  readonly clock: Clock;
  readonly onRead: (rows: number) => void;
  /** Is told the SHA-256 of the bytes as they came once all of them are read, be there faults in them or not. */
  readonly onDigest?: (sha256: string) => void;
}

/**
 * Reads a whole register file into `scratch`, judging every row.
 *
 * @returns the SHA-256 of the bytes as they came, in hexadecimal
 * @throws Refusal with the first 20 places and the total when anything is wrong with it
 */
export async function readFeed(
  scratch: RegisterScratch,
  bytes: AsyncIterable<Uint8Array>,
  { source, clock, onRead, onDigest }: FeedOptions,
): Promise<string> {
  const hash = createHash('sha256');
  let sha256 = '';
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
    sha256 = hash.digest('hex');
    onDigest?.(sha256);
  };
  const faults = new FaultList();
  let rows = 0;
  for await (const { line, values } of feedRecords(hashed(), faults)) {
    const row = parseFeedRow(values, clock(), (message) => faults.add({ line }, message));
    if (row !== undefined) scratch.addRow(row, line);
    if (++rows % 1000 === 0) onRead(rows);
  }
  for (const { name, line, firstLine } of scratch.sortRows()) {
    faults.add({ line }, `domain "${name}" stands on line ${firstLine} already`);
  }
  faults.first.sort((one, other) => lineOf(one) - lineOf(other));
  faults.refuseIfAny(`${source} was not imported and nothing was changed. What is wrong in it:`);
  return sha256;
}

/** What is wrong with the file itself stands last. */
function lineOf({ where }: Fault): number {
  return 'line' in where ? (where.line ?? 0) : Number.POSITIVE_INFINITY;
}
