import { createHash } from 'node:crypto';
import type { RegisterScratch } from '#db/registry/scratch.ts';
import type { Clock } from '#lib/clock.ts';
import { type Fault, FaultList } from '#lib/refusal.ts';
import { feedRecords } from '#lib/registry/import/feed-records.ts';
import { parseFeedRow } from '#lib/registry/import/feed-row.ts';

/** The file's name, for messages, and the clock by which its dates must be in the past. */
export interface FeedOptions {
  readonly source: string;
  readonly clock: Clock;
  readonly onRead: (rows: number) => void;
  /** Gets the SHA-256 of the bytes once all have been read, even if there are faults in them. */
  readonly onDigest?: (sha256: string) => void;
}

/**
 * Reads a whole register file into `scratch` and checks every row.
 *
 * @returns the SHA-256 of the bytes as given, in hexadecimal
 * @throws Refusal with the first faults and the total when there are any
 */
export async function readFeed(
  scratch: RegisterScratch,
  bytes: AsyncIterable<Uint8Array>,
  { source, clock, onRead, onDigest }: FeedOptions,
): Promise<string> {
  const hash = createHash('sha256');
  let sha256 = '';
  // hashed on the way: standard input cannot be read twice
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
    const row = parseFeedRow(values, clock(), (field, reason) => faults.add({ field, line }, reason));
    if (row !== undefined) scratch.addRow(row, line);
    if (++rows % 1000 === 0) onRead(rows);
  }
  for (const { name, line, firstLine } of scratch.sortRows()) {
    faults.add({ line }, { code: 'name-repeated', name, line: firstLine });
  }
  faults.first.sort((one, other) => lineOf(one) - lineOf(other));
  faults.refuseIfAny({ code: 'register-not-imported', file: source });
  return sha256;
}

function lineOf({ where }: Fault): number {
  return 'line' in where ? (where.line ?? 0) : 0;
}
