import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { latestCancelledTaken, latestWindowEnd, nextJobs } from '#lib/registry/release/release.ts';
import type { JobsAt, RegisterPosition } from '#lib/registry/release/upcoming.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import { getReleaseInForce } from './release-runs.ts';
import { isCurrentState } from './states.ts';

/**
 * The position of the register as published now. Between `at` and `now`, nothing but a new revision has changed the
 * upcoming releases: windows end, and marks come due, at `at` at the latest.
 */
export function registerPosition(connection: Connection, now: EpochMs): RegisterPosition {
  const { value: revision, changedAt: publishedAt } = readGeneration(connection.db, 'register');
  const freeAt = getReleaseInForce(connection, now)?.freeAt ?? 0;
  return { revision, publishedAt, at: Math.max(Math.min(publishedAt, now), latestWindowEnd(now), freeAt) };
}

/** Whether the register has had this revision, published at this instant: a backup that was restored may not know it. */
export function hasHadPosition({ sqlite }: Connection, { revision, publishedAt }: RegisterPosition): boolean {
  const found = sqlite
    .prepare<Record<string, number>, 1>(
      `SELECT 1 FROM generation WHERE subject = 'register' AND value = @revision AND changed_at = @publishedAt
       UNION ALL SELECT 1 FROM register_run
         WHERE revision = @revision AND ended_at = @publishedAt AND state IN ('published', 'undone')
       UNION ALL SELECT 1 FROM release_run WHERE revision = @revision AND ran_at = @publishedAt AND released > 0
       LIMIT 1`,
    )
    .pluck()
    .get({ revision, publishedAt });
  return found !== undefined;
}

/** How the release jobs stood at a position. */
export function jobsAt({ sqlite }: Connection, { at }: RegisterPosition): JobsAt {
  const ranUntil = sqlite
    .prepare<[EpochMs], EpochMs | null>('SELECT max(schedule_date) FROM release_run WHERE ran_at <= ?')
    .pluck()
    .get(at);
  return { now: at, ranUntil: ranUntil ?? undefined };
}

/**
 * The names whose upcoming release may differ between two positions, at most `limit`, by name: those that a revision
 * between them has changed, those whose mark has come due between them, and those that a job has missed.
 */
export function namesThatMayDiffer(
  { sqlite }: Connection,
  former: RegisterPosition,
  current: RegisterPosition,
  limit: number,
): string[] {
  const [earlier, later] = [Math.min(former.at, current.at), Math.max(former.at, current.at)];
  // the last job that should have run by then
  const missed = aucklandMidnight(nextJobs(later)[0], -1);
  return sqlite
    .prepare<Record<string, number>, string>(
      `SELECT name FROM domain WHERE revision > @formerRevision AND revision <= @published
       UNION SELECT name FROM domain INDEXED BY domain_marked WHERE free_at > @earlier AND free_at <= @later
       UNION SELECT name FROM domain AS state INDEXED BY domain_pending
         WHERE cancelled <= @latestCancelled AND free_at IS NULL AND superseded = 0 AND ${isCurrentState('@published')}
       ORDER BY name LIMIT @limit`,
    )
    .pluck()
    .all({
      formerRevision: former.revision,
      published: current.revision,
      earlier,
      later,
      latestCancelled: latestCancelledTaken(missed),
      limit,
    });
}
