import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { setGeneration } from '#db/generation.ts';
import { pendingForDroplist } from '#db/registry/droplist-rows.ts';
import { registerLookup } from '#db/registry/lookup.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { domain } from '#db/registry/schema.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { makeDroplist } from '#lib/registry/release/droplist.ts';
import {
  firstJobTaking,
  jobsToRun,
  latestCancelledTaken,
  releaseDate,
  windowEnd,
} from '#lib/registry/release/release.ts';
import { statuses } from '#lib/registry/status.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { atOnce } from '#tests/models/droplist.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { buildWitness } from './build-witness.ts';
import { dueRelease, runReleaseJob } from './release-job.ts';

const noon = Date.parse('2026-11-20T12:00:00+13:00');
const dayMs = 86_400_000;

/** A name for each half day around the ninety days before, so that each job takes two. */
const names = Array.from({ length: 24 }, (_, at) => ({
  name: `name-${at}.nz`,
  cancelled: noon / 1000 - 90 * 86_400 + (at - 8) * 43_200,
}));

function seed(writer: Connection): void {
  for (const { name, cancelled } of names)
    writer.db.insert(domain).values({ name, revision: 1, registered: 1_500_000_000, cancelled }).run();
  setGeneration(writer.db, 'register', 1, noon);
  buildWitness(writer);
}

/** The droplist that a server would make at this instant. */
async function droplistAt(reader: Connection, nowMs: EpochMs) {
  const ranUntil = getLastRelease(reader)?.scheduleDate;
  const lastJob = Math.max(...jobsToRun(nowMs, ranUntil));
  const rows = reader.sqlite.transaction(() => [...pendingForDroplist(reader, latestCancelledTaken(lastJob), nowMs)])();
  const { entries } = await makeDroplist(rows, nowMs, atOnce, ranUntil);
  return { entries, ranUntil };
}

/** A jump of the clock, in milliseconds: back or forth by up to five days, often to near a midnight. */
const jump = fc.oneof(
  fc.integer({ min: -5 * dayMs, max: 5 * dayMs }),
  fc.integer({ min: -5, max: 5 }).map((days) => days * dayMs + 12 * 3_600_000),
  fc.integer({ min: -120_000, max: 120_000 }),
);

test('R9, R10: however the clock jumps, nothing looks damaged, no name is free early, and no job that has run is to come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(jump, fc.boolean()), { minLength: 4, maxLength: 12 }), async (jumps) => {
      const { reader, writer } = freshDatabase();
      seed(writer);
      const { inSnapshot } = registerLookup(reader);
      /** The earliest instant of any job that could have released a name, by the clock that it had. */
      const marks = () =>
        new Map(
          writer.sqlite
            .prepare<[], { name: string; freeAt: number | null }>(
              'SELECT name, free_at AS freeAt FROM domain ORDER BY revision',
            )
            .all()
            .map(({ name, freeAt }) => [name, freeAt]),
        );
      let nowMs = noon;
      for (const [byMs, catchesUp] of jumps) {
        nowMs += byMs;
        const due = catchesUp ? dueRelease(writer, nowMs) : undefined;
        if (due !== undefined) await runReleaseJob(writer, { ...due, nowMs });
        const marked = marks();
        const codes = inSnapshot((known) =>
          names.map(({ name }) => {
            const parsed = parseName(name);
            return parsed.valid ? statusOfName(parsed, known, { now: nowMs, hasSandboxName: false }) : undefined;
          }),
        );
        for (const [at, { name, cancelled }] of names.entries()) {
          const freeAt = marked.get(name) ?? null;
          const isFree = freeAt !== null && freeAt <= nowMs;
          expect(codes[at]).toBe(isFree ? statuses.Available : statuses.PendingRelease);
          // whatever the clock said when it was marked, that was not before its own job's window
          if (freeAt !== null) expect(freeAt).toBeGreaterThanOrEqual(windowEnd(firstJobTaking(releaseDate(cancelled))));
        }
        const { entries, ranUntil } = await droplistAt(reader, nowMs);
        for (const { domain: name, drop } of entries) {
          const freeAt = marked.get(name) ?? null;
          if (freeAt === null) expect(drop).toBeGreaterThan(windowEnd(ranUntil ?? 0));
          else expect([drop, drop > nowMs]).toEqual([freeAt, true]);
        }
        const waiting = names.filter(({ name }) => (marked.get(name) ?? 0) > nowMs).map(({ name }) => name);
        expect(entries.map(({ domain: name }) => name)).toEqual(expect.arrayContaining(waiting));
      }
    }),
    { numRuns: tries(25, 2000) },
  );
});
