import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { countLeaves } from '#db/broadband/cells.ts';
import { getVersion } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import type { AreaBlock } from '#lib/broadband/measure/area-blocks.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { type Damage, DamageFound } from '#lib/readiness.ts';
import { compareVersions, inSnapshot } from './compare-versions.ts';
import type { MeasureProgress } from './measure-versions.ts';
import { sumAreas } from './sum-areas.ts';

/** What is not measured yet of a version. */
export interface MissingFigures {
  readonly comparison: boolean;
  readonly sums: boolean;
}

/** What was measured of a version. */
export interface Measured {
  readonly comparison?: Comparison;
  readonly sums?: readonly AreaBlock[] | undefined;
}

/** What the measuring thread is told, and what it says. */
export interface ThreadOrder {
  readonly databaseFile: string;
  readonly versionId: number;
  readonly missing: MissingFigures;
}
export type ThreadMessage =
  | { readonly measured: Measured }
  | { readonly done: number; readonly total: number }
  | { readonly damage: Damage };

/**
 * Measures what is missing of a version, in the order in which it is needed, unless it is deleted. It only reads, each time in
 * a snapshot of its own.
 */
export async function* measureFigures(
  file: Parameters<typeof inSnapshot>[0],
  versionId: number,
  missing: MissingFigures,
  progress: MeasureProgress,
): AsyncGenerator<Measured, void> {
  const read = <T>(measure: (connection: Connection, baseId: number | undefined) => Promise<T>) =>
    inSnapshot(file, (connection) => {
      const version = getVersion(connection.db, versionId);
      return version && measure(connection, version.baseId ?? undefined);
    });
  if (missing.comparison) {
    const compared = await read((connection, baseId) => compareVersions(connection, versionId, baseId, progress));
    if (compared === undefined) return;
    yield compared;
    if (compared.sums !== undefined) return;
  }
  if (!missing.sums) return;
  const sums = await read((connection, baseId) => sumAreas(connection, versionId, baseId, progress));
  if (sums !== undefined) yield { sums };
}

/** From so many leaves on measuring takes longer than a thread needs to start: about a second. */
const leavesForThread = 5000;

/** Whether a version is measured in a thread of its own, while something else is done. */
export function isMeasuredApart(connection: Connection, versionId: number): boolean {
  return availableParallelism() > 1 && countLeaves(connection, versionId) >= leavesForThread;
}

/**
 * Measures what is missing of a version in a thread of its own, as `measureFigures` does.
 *
 * @param keep called with each figure in its turn
 * @param signal ends the thread
 */
export async function measureApart(
  order: ThreadOrder,
  keep: (measured: Measured) => Promise<void>,
  { onProgress }: MeasureProgress,
  signal: AbortSignal,
): Promise<void> {
  const thread = new Worker(new URL('./measuring-thread.ts', import.meta.url), {
    workerData: order,
    // its buffers die young: the default keeps three times as much memory, and is no faster
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
    // closing its file of the database's index would drop SQLite's locks in the other threads
    trackUnmanagedFds: false,
  });
  let kept = Promise.resolve();
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.on('error', reject);
      thread.on('exit', () => resolve());
      thread.on('message', (message: ThreadMessage) => {
        if ('damage' in message) return reject(new DamageFound(message.damage));
        if ('measured' in message) {
          kept = kept.then(() => keep(message.measured));
          kept.catch(reject);
          return;
        }
        try {
          onProgress?.('measure-areas', message.done, message.total);
        } catch (fault) {
          reject(fault);
        }
      });
    });
    await kept;
  } finally {
    await thread.terminate();
  }
}
