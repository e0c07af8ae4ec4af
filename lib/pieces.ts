import type { Clock } from './clock.ts';

/** How long a piece of work may take, in milliseconds, before others have their turn (B11). */
export const pieceMs = 2;

/** Resolves when the next piece of a long work may be done. */
export type NextPiece = () => Promise<void>;

/**
 * Does work for each value, in order, in pieces. Taking the next value is part of the work.
 *
 * @param endPiece called after each piece
 * @param clock the one by which a piece ends
 */
export async function inPieces<Value>(
  values: Iterable<Value>,
  nextPiece: NextPiece,
  doWork: (value: Value) => void,
  endPiece: () => void = () => undefined,
  clock: Clock = () => performance.now(),
): Promise<void> {
  const left = values[Symbol.iterator]();
  let isDone = false;
  try {
    while (!isDone) {
      await nextPiece();
      const until = clock() + pieceMs;
      do {
        const next = left.next();
        if (next.done) isDone = true;
        else doWork(next.value);
      } while (!isDone && clock() < until);
      endPiece();
    }
  } finally {
    if (!isDone) left.return?.();
  }
}

/** How many values are sorted at once: less than a millisecond's work. */
const runLength = 1000;

/** Sorts values in pieces; equal ones keep their order. */
export async function sortInPieces<Value>(
  values: readonly Value[],
  compare: (one: Value, other: Value) => number,
  nextPiece: NextPiece,
): Promise<Value[]> {
  let runs: Value[][] = [];
  const starts = Array.from({ length: Math.ceil(values.length / runLength) }, (_, run) => run * runLength);
  await inPieces(starts, nextPiece, (from) => void runs.push(values.slice(from, from + runLength).sort(compare)));
  while (runs.length > 1) {
    const longer: Value[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const both: Value[] = [];
      await inPieces(merge(runs[at] ?? [], runs[at + 1] ?? [], compare), nextPiece, (value) => void both.push(value));
      longer.push(both);
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merge<Value>(
  some: readonly Value[],
  others: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Generator<Value> {
  let at = 0;
  for (const other of others) {
    for (; at < some.length && compare(some[at] as Value, other) <= 0; at++) yield some[at] as Value;
    yield other;
  }
  yield* some.slice(at);
}
