import type { Connection } from '#db/client.ts';
import { and, desc, eq, inArray } from '#db/drizzle.ts';
import { registerRun } from '#db/registry/schema.ts';
import { Refusal } from '#lib/refusal.ts';
import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';

const hourMs = 3_600_000;

/** The last import that stands: its file is the youngest thing that the register knows. Undefined while there is none. */
export function getLastFeed({ db }: Pick<Connection, 'db'>) {
  return db
    .select({
      id: registerRun.id,
      kind: registerRun.kind,
      source: registerRun.source,
      startedAt: registerRun.startedAt,
      endedAt: registerRun.endedAt,
    })
    .from(registerRun)
    .where(and(eq(registerRun.state, 'published'), inArray(registerRun.kind, ['merge', 'replace'])))
    .orderBy(desc(registerRun.id))
    .limit(1)
    .get();
}

/**
 * Why no release job may run now: the register is older than `FEED_MAX_AGE`, so that a restoration may be missing from
 * it. Its age is counted from when its last file began to be read.
 *
 * @param maxAgeMs undefined when any age will do
 * @returns the sentence, or undefined when a job may run
 */
export function staleness(
  connection: Pick<Connection, 'db'>,
  nowMs: EpochMs,
  maxAgeMs: number | undefined,
): string | undefined {
  if (maxAgeMs === undefined) return undefined;
  const fed = getLastFeed(connection);
  const hours = maxAgeMs / hourMs;
  const limit = `FEED_MAX_AGE allows ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  const consequence = 'No release job runs until a newer register file is imported.';
  if (fed === undefined) return `The register was never fed, and ${limit}. ${consequence}`;
  if (nowMs - fed.startedAt <= maxAgeMs) return undefined;
  return `The register was last fed at ${formatAuckland(fed.startedAt)}, and ${limit}. ${consequence}`;
}

/** @throws Refusal when the register is too old for a release job */
export function requireFresh(connection: Connection, nowMs: EpochMs, maxAgeMs: number | undefined): void {
  const sentence = staleness(connection, nowMs, maxAgeMs);
  if (sentence !== undefined) throw new Refusal(sentence);
}
