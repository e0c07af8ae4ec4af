import { hostname } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openWriter } from '#db/client.ts';
import { currentWitness } from '#db/registry/register-witness.ts';
import { Refusal } from '#lib/refusal.ts';
import {
  type FeedRow,
  midnight,
  nextClockChange,
  nextMidnight,
  ReferenceRegister,
} from '#tests/models/reference-register.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { tries } from '#tests/support/long.ts';
import { undoLastImport } from './undo-import.ts';

// A register of four names, kept twice: in the database, and in a reference model that shares none of its code.

const sequences = tries(40, 20_000);
const names = ['a.nz', 'b.co.nz', 'xn--ttara-g9a.nz', 'd.geek.nz'] as const;
const dayMs = 86_400_000;
const maxMissing = 1;

const listing = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'as before' } as const) },
  fc.constant({ kind: 'active' } as const),
  fc.constant({ kind: 'corrected' } as const),
  fc.constant({ kind: 'registered now' } as const),
  fc.record({ kind: fc.constant('cancelled' as const), daysAgo: fc.constantFrom(0, 60, 89, 90, 91, 92, 200) }),
  fc.constant({ kind: 'absent' } as const),
);
const interruption = fc.constantFrom('no', 'no', 'no', 'no', 'job', 'crash');
const stage = fc.constantFrom('compare-names', 'write-names');
const step = fc.oneof(
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.constantFrom(1000, 33_000, 34_000, 3_600_000, dayMs, 30 * dayMs),
  }),
  fc.record({ do: fc.constant('wait to midnight' as const), ms: fc.constantFrom(-1000, 0, 33_999, 34_000) }),
  fc.record({
    do: fc.constant('wait to a clock change' as const),
    ms: fc.constantFrom(-1000, 0, 1_800_000, 3_600_000),
  }),
  fc.record({ do: fc.constant('job' as const), isNext: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), interruption, stage }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      isWhole: fc.boolean(),
      acceptsMissing: fc.boolean(),
      interruption,
      stage,
      listings: fc.tuple(listing, listing, listing, listing),
    }),
  },
);
// most are short: faults that need many steps are rare
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.array(step, { minLength: 4, maxLength: 8, size: 'max' }) },
  { weight: 1, arbitrary: fc.array(step, { minLength: 9, maxLength: 16, size: 'max' }) },
);
// so many begin like this, on an empty register, where nothing of it can be refused: each kind of step occurs in each
const opened = fc
  .record({ stage, listings: fc.tuple(listing, listing, listing), daysAgo: fc.constantFrom(92, 200), steps })
  .map(({ stage, listings, daysAgo, steps }): Step[] => {
    const cancelled = { kind: 'cancelled', daysAgo } as const;
    const imported = { do: 'import', isWhole: false, acceptsMissing: false, stage } as const;
    return [
      { ...imported, interruption: 'crash', listings: [cancelled, ...listings] },
      { ...imported, interruption: 'no', listings: [cancelled, ...listings] },
      { do: 'job', isNext: true },
      { do: 'undo', interruption: 'no', stage },
      ...steps,
    ];
  });
const openedSequences = Math.floor(sequences / 10) + 1;
// weeks before daylight saving ends, before it begins, and before a leap day
const start = fc.constantFrom('2026-03-20T09:00:00Z', '2026-09-10T09:00:00Z', '2028-02-01T09:00:00Z').map(Date.parse);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Listing = typeof listing extends fc.Arbitrary<infer T> ? T : never;
type Seen = Record<'import' | 'undo' | 'job' | 'crash' | 'released', number>;
type Interrupted = Pick<Extract<Step, { do: 'import' }>, 'interruption' | 'stage'>;

let register: RegisterFixture;
let empty: () => void;
beforeAll(() => {
  register = openRegisterFixture();
  const { sqlite } = register.connections.writer;
  empty = () => {
    sqlite.exec(
      `BEGIN; DELETE FROM domain; DELETE FROM missing_name; DELETE FROM register_run; DELETE FROM release_run;
       DELETE FROM release_witness; DELETE FROM witness_part; DELETE FROM witness_record;
       UPDATE generation SET value = 0 WHERE subject = 'register'; COMMIT`,
    );
    // what they know is of revisions that will come again
    currentWitness(register.connections.writer);
    currentWitness(register.connections.reader);
  };
});
afterAll(() => register.close());

test(`R5, R9: after any sequence of imports, undos, jobs, crashes and waits, the API gives every name the code of the reference (${sequences} sequences)`, async () => {
  const seen = { import: 0, undo: 0, job: 0, crash: 0, released: 0 };
  await fc.assert(
    fc.asyncProperty(start, steps, async (startMs, given) => {
      empty();
      await new Sequence(startMs, seen).run(given);
    }),
    { numRuns: sequences, examples: fc.sample(fc.tuple(start, opened), openedSequences) },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThanOrEqual(openedSequences);
}, 900_000);

/** Runs one sequence of steps on both. */
class Sequence {
  readonly #reference = new ReferenceRegister();
  readonly #seen: Seen;
  #now: number;
  /** Why the database refused the last import or undo that it refused. */
  #refusal = '';

  constructor(startMs: number, seen: Seen) {
    this.#now = startMs;
    this.#seen = seen;
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const given of steps) {
      if (given.do === 'wait') this.#waitUntil(this.#now + given.ms);
      else if (given.do === 'wait to midnight') this.#waitUntil(nextMidnight(this.#now) + given.ms);
      else if (given.do === 'wait to a clock change') this.#waitUntil(nextClockChange(this.#now) + given.ms);
      else if (given.do === 'job') {
        if (given.isNext) this.#now = nextMidnight(this.#now);
        this.#job();
      } else if (given.do === 'undo') await this.#undo(given);
      else await this.#import(given);
      this.#compare(given);
    }
  }

  /** Time never goes back: a feed would have dates of the future, which only the database refuses. */
  #waitUntil(ms: number): void {
    this.#now = Math.max(this.#now, ms);
  }

  #job(): void {
    const nowMs = this.#now;
    const { writer } = register.connections;
    const run = runReleaseJob(writer, { scheduleDate: midnight(nowMs), kind: 'catch-up', nowMs });
    const windowEnd = midnight(nowMs) + 34_000;
    const released = this.#reference.job(nowMs, run.freeAt);
    assertTrue(run.isNew === (released !== undefined), 'a job runs once');
    if (released === undefined) return;
    assertTrue(run.released === released, `the job releases ${released} names`);
    assertTrue(
      run.freeAt >= Math.max(nowMs, windowEnd),
      'no name is available before the window ends and the job has run',
    );
    if (nowMs < windowEnd - 5000)
      assertTrue(run.freeAt === windowEnd, 'the names of a job in time are available at its window’s end');
    this.#seen.job++;
    this.#seen.released += released;
  }

  async #undo(given: Extract<Step, { do: 'undo' }>): Promise<void> {
    const actor = { who: 'model', address: null };
    const isDone = await this.#interrupted(given, (connection, onProgress) =>
      undoLastImport(connection, { clock: () => this.#now, actor, exclusive: true, onProgress }),
    );
    if (isDone === 'crashed') return;
    assertTrue(isDone === this.#reference.undo(), 'an undo succeeds if there is an import');
    this.#seen.undo++;
  }

  async #import(given: Extract<Step, { do: 'import' }>): Promise<void> {
    const { isWhole, acceptsMissing } = given;
    const feedRows = feedRowsOf(given.listings, this.#reference, this.#now);
    const isDone = await this.#interrupted(given, (connection, onProgress) =>
      register.import(
        feedLines(feedRows),
        this.#now,
        { kind: isWhole ? 'replace' : 'merge', acceptsMissing, maxMissing, exclusive: true, onProgress },
        connection,
      ),
    );
    if (isDone === 'crashed') return;
    const most = acceptsMissing ? names.length : maxMissing;
    assertTrue(
      isDone === this.#reference.import(feedRows, { isWhole, most, now: this.#now }),
      `the same import is refused (${isDone ? 'by the reference' : this.#refusal})`,
    );
    this.#seen.import++;
  }

  /** Runs `work`, with a release job or a crash in the middle of it. @returns whether it succeeded without a refusal */
  async #interrupted(
    { interruption: what, stage: at }: Interrupted,
    work: (connection: Connection, onProgress: (stage: string) => void) => Promise<unknown>,
  ): Promise<boolean | 'crashed'> {
    if (what === 'job') this.#now = nextMidnight(this.#now) + 60_000;
    const connection = what === 'crash' ? openWriter(register.file) : register.connections.writer;
    let isInterrupted = false;
    const done = work(connection, (reached) => {
      if (what === 'no' || reached !== at || isInterrupted) return;
      isInterrupted = true;
      if (what === 'job') return this.#job();
      connection.sqlite.close();
    });
    try {
      await done;
      return true;
    } catch (fault) {
      if (what === 'crash' && isInterrupted) return this.#crash();
      if (!(fault instanceof Refusal)) throw fault;
      this.#refusal = JSON.stringify(fault.record);
      return false;
    } finally {
      if (what === 'crash' && connection.sqlite.open) connection.sqlite.close();
    }
  }

  /** Leaves what a killed process leaves: its rows, and a run whose process no longer exists. */
  #crash(): 'crashed' {
    register.connections.writer.sqlite
      .prepare("UPDATE register_run SET holder = ? WHERE state = 'staging'")
      .run(`${hostname()} 999999999 killed`);
    this.#seen.crash++;
    return 'crashed';
  }

  #compare(given: Step): void {
    const now = this.#now;
    const marks = [...this.#reference.names.values()].flatMap(({ freeAt }) =>
      freeAt === null ? [] : [freeAt - 1, freeAt],
    );
    for (const at of new Set([now, now + 34_000, now + 100 * dayMs, ...marks])) {
      const codes = names.map((name) => this.#reference.codeAt(name, at)).join();
      const answered = register.codesAt(names, at).join();
      assertTrue(answered === codes, `${codes} after ${JSON.stringify(given)} at ${at}, and not ${answered}`);
    }
  }
}

/** Like `expect`, but much faster. */
function assertTrue(isTrue: boolean, claim: string): void {
  if (!isTrue) throw new Error(`Not true: ${claim}.`);
}

/** A feed's rows for the four names, mostly in agreement with the reference. */
function feedRowsOf(listings: readonly Listing[], reference: ReferenceRegister, now: number): Map<string, FeedRow> {
  const feedRows = new Map<string, FeedRow>();
  const seconds = Math.floor(now / 1000);
  for (const [place, name] of names.entries()) {
    const listed = listings[place];
    const known = reference.names.get(name);
    const registered = known?.registered ?? 1_000_000_000;
    if (listed === undefined || listed.kind === 'absent') continue;
    if ((listed.kind === 'as before' || listed.kind === 'corrected') && known === undefined) continue;
    if (listed.kind === 'as before') feedRows.set(name, { registered, cancelled: known?.cancelled ?? null });
    else if (listed.kind === 'corrected')
      feedRows.set(name, { registered: registered - 1, cancelled: known?.cancelled ?? null });
    else if (listed.kind === 'active') feedRows.set(name, { registered, cancelled: null });
    else if (listed.kind === 'registered now') feedRows.set(name, { registered: seconds, cancelled: null });
    else
      feedRows.set(name, {
        registered: Math.min(registered, seconds - 200 * 86_400),
        cancelled: seconds - listed.daysAgo * 86_400,
      });
  }
  return feedRows;
}

function feedLines(feedRows: ReadonlyMap<string, FeedRow>): string[] {
  const text = (seconds: number | null) => (seconds === null ? '' : new Date(seconds * 1000).toISOString());
  return [...feedRows].map(([name, { registered, cancelled }]) => `${name},${text(registered)},${text(cancelled)}`);
}
