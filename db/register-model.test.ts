import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { openRegisterFixture, type RegisterFixture } from './register-fixture.ts';
import { runReleaseJob } from './release-job.ts';

// A register of four names, told twice: by the database, and by this model, which knows nothing of revisions.

const names = ['a.nz', 'b.co.nz', 'xn--ttara-g9a.nz', 'd.geek.nz'];
const dayMs = 86_400_000;
const maxMissing = 1;
const zone = 'Pacific/Auckland';

interface Row {
  registered: number;
  cancelled: number | null;
}
interface Known extends Row {
  freeAt: number | null;
}

/** The midnight in Auckland that began the day of an instant. */
function midnight(now: number): number {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).startOfDay().epochMilliseconds;
}

function nextMidnight(now: number): number {
  return midnight(midnight(now) + 30 * 3_600_000);
}

function releaseMs(cancelled: number): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(cancelled * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
  return wall.add({ days: 90 }).toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds;
}

class Model {
  known = new Map<string, Known>();
  former = new Map<string, Known>();
  missing = new Set<string>();
  lastJob = Number.NEGATIVE_INFINITY;

  status(name: string, now: number): string {
    const known = this.known.get(name);
    if (known === undefined) return 'Available';
    if (known.cancelled === null) return 'Active';
    return known.freeAt !== null && known.freeAt <= now ? 'Available' : 'PendingRelease';
  }

  list(rows: Map<string, Row>): void {
    for (const [name, row] of rows) {
      const mark = this.known.get(name) ?? this.former.get(name);
      const isSameCancellation = row.cancelled !== null && mark?.cancelled === row.cancelled;
      this.known.set(name, { ...row, freeAt: isSameCancellation ? mark.freeAt : null });
      this.former.delete(name);
      this.missing.delete(name);
    }
  }

  replace(rows: Map<string, Row>, force: boolean, now: number): boolean {
    const absent = [...this.known.keys()].filter((name) => !rows.has(name));
    const kept = absent.filter((name) => this.status(name, now) !== 'Available');
    if (kept.length > maxMissing && !force) return false;
    for (const name of absent) {
      const known = this.known.get(name);
      const isReleased = !kept.includes(name);
      if (!isReleased && !this.missing.has(name)) continue;
      this.known.delete(name);
      if (isReleased && known !== undefined) this.former.set(name, known);
    }
    const missing = kept.filter((name) => !this.missing.has(name));
    this.list(rows);
    this.missing = new Set(missing);
    return true;
  }

  job(now: number, freeAt: number): number {
    if (midnight(now) <= this.lastJob) return 0;
    this.lastJob = midnight(now);
    let released = 0;
    for (const known of this.known.values()) {
      if (known.cancelled === null || known.freeAt !== null || releaseMs(known.cancelled) >= midnight(now)) continue;
      known.freeAt = freeAt;
      released++;
    }
    return released;
  }
}

const listing = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'as before' } as const) },
  fc.constant({ kind: 'active' } as const),
  fc.constant({ kind: 'corrected' } as const),
  fc.constant({ kind: 'registered now' } as const),
  fc.record({ kind: fc.constant('cancelled' as const), daysAgo: fc.constantFrom(0, 60, 89, 90, 91, 92, 200) }),
  fc.constant({ kind: 'absent' } as const),
);
const step = fc.oneof(
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.constantFrom(1000, 33_000, 34_000, 3_600_000, dayMs, 30 * dayMs),
  }),
  fc.record({ do: fc.constant('wait to midnight' as const), ms: fc.constantFrom(-1000, 0, 33_999, 34_000) }),
  fc.record({ do: fc.constant('job' as const), isNext: fc.boolean() }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      kind: fc.constantFrom('merge' as const, 'replace' as const),
      force: fc.boolean(),
      jobMeanwhile: fc.constantFrom('no', 'comparing', 'writing'),
      listings: fc.tuple(listing, listing, listing, listing),
    }),
  },
);
// weeks before daylight saving ends, before it begins, and before a leap day
const start = fc.constantFrom('2026-03-20T09:00:00Z', '2026-09-10T09:00:00Z', '2028-02-01T09:00:00Z').map(Date.parse);

let register: RegisterFixture;
beforeAll(() => {
  register = openRegisterFixture();
});
afterAll(() => register.close());
const emptyRegister = () =>
  register.connections.writer.sqlite.exec(
    `DELETE FROM domain; DELETE FROM missing_name; DELETE FROM register_run; DELETE FROM release_run;
     UPDATE generation SET value = 0 WHERE subject = 'register'`,
  );
beforeEach(() => emptyRegister());

test('R5, R9: after any sequence of imports, jobs and waits every name has the status that the model gives', async () => {
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { minLength: 6, maxLength: 16, size: 'max' }), async (startMs, steps) => {
      emptyRegister();
      const model = new Model();
      let now = startMs;
      const runJob = () => {
        const nowMs = now;
        const run = runReleaseJob(register.connections.writer, {
          scheduleDate: midnight(nowMs),
          kind: 'catch-up',
          nowMs,
        });
        const windowEnd = midnight(nowMs) + 34_000;
        if (run.isNew && nowMs < windowEnd - 5000) expect(run.freeAt).toBe(windowEnd);
        if (run.isNew) expect(run.freeAt).toBeGreaterThanOrEqual(Math.max(nowMs, windowEnd));
        const released = model.job(nowMs, run.freeAt);
        if (run.isNew) expect(run.released).toBe(released);
      };
      for (const given of steps) {
        if (given.do === 'wait') now += given.ms;
        else if (given.do === 'wait to midnight') now = nextMidnight(now) + given.ms;
        else if (given.do === 'job') {
          if (given.isNext) now = nextMidnight(now);
          runJob();
        } else {
          if (given.jobMeanwhile !== 'no') now = nextMidnight(now) + 60_000;
          const rows = rowsOf(given.listings, model, now);
          let jobRan = false;
          const work = register.import(feedOf(rows), now, {
            kind: given.kind,
            force: given.force,
            maxMissing,
            exclusive: true,
            onProgress(stage) {
              if (stage !== given.jobMeanwhile || jobRan) return;
              jobRan = true;
              runJob();
            },
          });
          const isDone = await work.then(
            () => true,
            (fault: unknown) => {
              if (fault instanceof Refusal && fault.message.includes('MAX_MISSING')) return false;
              throw fault;
            },
          );
          if (given.kind === 'replace') expect(model.replace(rows, given.force, now)).toBe(isDone);
          else model.list(rows);
        }
        const marks = [...model.known.values()].flatMap(({ freeAt }) => (freeAt === null ? [] : [freeAt - 1, freeAt]));
        for (const at of [now, now + 34_000, now + 100 * dayMs, ...marks]) {
          for (const name of names)
            expect([name, at, register.statusAt(name, at)]).toEqual([name, at, model.status(name, at)]);
        }
      }
    }),
    { numRuns: 150 },
  );
});

type Listing = typeof listing extends fc.Arbitrary<infer T> ? T : never;

/** What a feed says of the four names, most of it as the model knows them. */
function rowsOf(listings: readonly Listing[], model: Model, now: number): Map<string, Row> {
  const rows = new Map<string, Row>();
  const seconds = Math.floor(now / 1000);
  for (const [place, name] of names.entries()) {
    const said = listings[place];
    const before = model.known.get(name) ?? model.former.get(name);
    const registered = before?.registered ?? 1_000_000_000;
    if (said === undefined || said.kind === 'absent') continue;
    if ((said.kind === 'as before' || said.kind === 'corrected') && before === undefined) continue;
    if (said.kind === 'as before') rows.set(name, { registered, cancelled: before?.cancelled ?? null });
    else if (said.kind === 'corrected')
      rows.set(name, { registered: registered - 1, cancelled: before?.cancelled ?? null });
    else if (said.kind === 'active') rows.set(name, { registered, cancelled: null });
    else if (said.kind === 'registered now') rows.set(name, { registered: seconds, cancelled: null });
    else rows.set(name, { registered: 1_000_000_000, cancelled: seconds - said.daysAgo * 86_400 });
  }
  return rows;
}

function feedOf(rows: Map<string, Row>): string[] {
  const text = (seconds: number | null) => (seconds === null ? '' : new Date(seconds * 1000).toISOString());
  return [...rows].map(([name, { registered, cancelled }]) => `${name},${text(registered)},${text(cancelled)}`);
}
