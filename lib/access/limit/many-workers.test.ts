import { describe, expect, test } from 'vitest';
import { seededRandom } from '#lib/demonstration/random.ts';
import { ANSWER_WITHIN_MS, Limiter } from './limiter.ts';
import { definePolicy, type Verdict } from './policy.ts';
import { Settlement, type SettlementRequest } from './settlement.ts';
import { fixedWindow, LimitWindow } from './window.ts';

/** The cost of a bulk request. */
const bulkOf = (lookups: number) => ({ requests: 1, lookups });
const START = Date.UTC(2026, 6, 15);

/** Several workers and their primary in one thread, with a simulated clock and delayed messages. */
class Machine {
  nowMs = START;
  readonly settlement = new Settlement({ capacity: 10_000, longest: 'day', shared: 'second' });
  readonly workers: Limiter[] = [];
  readonly #second = new LimitWindow({
    name: 'second',
    slot: 0,
    seconds: 1,
    counts: 'requests',
    windowOf: fixedWindow(1),
  });
  readonly #day = new LimitWindow({
    name: 'day',
    slot: 1,
    seconds: 86_400,
    counts: 'lookups',
    windowOf: (nowMs) => ({ ...fixedWindow(86_400)(nowMs), id: `day ${fixedWindow(86_400)(nowMs).id}` }),
  });
  readonly #delayMs: () => number;
  readonly #pipes: { at: number; run: () => void }[][] = [];
  isPrimaryStuck = false;
  messages = 0;
  grantsUnderWay = 0;

  constructor(workers: number, delayMs: () => number) {
    this.#delayMs = delayMs;
    for (let i = 0; i < workers; i++) this.replaceWorker(i, workers);
  }

  replaceWorker(at: number, workers = this.workers.length): void {
    const toPrimary: { at: number; run: () => void }[] = [];
    const toWorker: { at: number; run: () => void }[] = [];
    this.#pipes.push(toPrimary, toWorker);
    const worker = new Limiter({
      name: 'accounts',
      capacity: 1_000,
      link: {
        workers,
        send: (request) => {
          this.messages++;
          this.#post(toPrimary, () => {
            const answer = this.settlement.answer(JSON.parse(JSON.stringify(request)) as SettlementRequest);
            const granted = answer.subjects.flatMap((one) => one.granted).filter(Boolean).length;
            this.grantsUnderWay += granted;
            this.#post(toWorker, () => {
              worker.receive(JSON.parse(JSON.stringify(answer)), this.nowMs);
              queueMicrotask(() => {
                this.grantsUnderWay -= granted;
              });
            });
          });
        },
      },
    });
    this.workers[at] = worker;
  }

  policy(perSecond: number, perDay?: number) {
    const second = { window: this.#second, quota: perSecond };
    return definePolicy(perDay === undefined ? [second] : [second, { window: this.#day, quota: perDay }]);
  }

  /** Advances the clock in steps of a millisecond; every worker settles every 100 ms. */
  async run(ms: number, eachMs: (ms: number) => void = () => {}): Promise<void> {
    for (let i = 0; i < ms; i++) {
      eachMs(i);
      this.#deliver();
      this.nowMs++;
      for (const [at, worker] of this.workers.entries()) {
        if ((this.nowMs + at * 13) % 100 === 0) worker.settle(this.nowMs);
      }
      await Promise.resolve();
    }
  }

  #post(pipe: { at: number; run: () => void }[], run: () => void): void {
    // a pipe keeps messages in order
    pipe.push({ at: Math.max(this.nowMs + this.#delayMs(), pipe.at(-1)?.at ?? 0), run });
  }

  #deliver(): void {
    if (this.isPrimaryStuck) return;
    for (const pipe of this.#pipes) {
      while ((pipe[0]?.at ?? Number.POSITIVE_INFINITY) <= this.nowMs) pipe.shift()?.run();
    }
  }
}

const shapes = [2, 3, 4, 8].flatMap((workers) =>
  [1, 7, 10, 200].flatMap((quota) => [0, 5, 30].map((delayMs) => [workers, quota, delayMs] as const)),
);

describe('B6: several workers', () => {
  test.each(shapes)(
    '%d workers, quota %d, messages of up to %d ms: a window exceeds it by at most one share per further worker',
    async (workers, quota, delayMs) => {
      const random = seededRandom(workers * 1_000 + quota * 10 + delayMs);
      const machine = new Machine(workers, () => Math.floor(random() * (delayMs + 1)));
      const policy = machine.policy(1_000_000, quota);
      let asked = 0;
      let admitted = 0;
      let refusedTooEarly = 0;
      const settle = (verdict: Verdict) => {
        if (verdict.isAdmitted) admitted++;
        else if (admitted + machine.grantsUnderWay < quota) refusedTooEarly++;
      };
      await machine.run(700, () => {
        for (let i = 0; i < workers * 2; i++) {
          if (random() > quota / 100) continue;
          const worker = machine.workers[Math.floor(random() ** 2 * workers)];
          asked++;
          const verdict = worker?.take('key:1', policy, machine.nowMs);
          if (verdict instanceof Promise) void verdict.then(settle);
          else if (verdict !== undefined) settle(verdict);
        }
      });
      await machine.run(200);
      expect(asked).toBeGreaterThan(quota);
      expect(refusedTooEarly).toBe(0);
      expect(admitted).toBeGreaterThanOrEqual(quota);
      expect(admitted - quota).toBeLessThanOrEqual((workers - 1) * Math.floor(quota / workers));
    },
  );

  test.each(shapes)(
    '%d workers, %d a second, messages of up to %d ms: every second is full, within the bound',
    async (workers, quota, delayMs) => {
      const random = seededRandom(workers * 1_001 + quota * 11 + delayMs);
      const machine = new Machine(workers, () => Math.floor(random() * (delayMs + 1)));
      const policy = machine.policy(quota);
      const admitted = new Map<number, number>();
      await machine.run(3_000, () => {
        for (let i = 0; i < 2; i++) {
          const worker = machine.workers[Math.floor(random() * workers)];
          const count = (verdict: Verdict) => {
            const second = Math.floor((machine.nowMs - START) / 1_000);
            if (verdict.isAdmitted) admitted.set(second, (admitted.get(second) ?? 0) + 1);
          };
          const verdict = worker?.take('key:1', policy, machine.nowMs);
          if (verdict instanceof Promise) void verdict.then(count);
          else if (verdict !== undefined) count(verdict);
        }
      });
      const bound = quota + (workers - 1) * Math.floor(quota / workers);
      for (const second of [0, 1, 2]) {
        expect(admitted.get(second)).toBeGreaterThanOrEqual(quota);
        // an answer in flight when the second changes arrives in the next
        expect(admitted.get(second)).toBeLessThanOrEqual(bound + (second > 0 ? quota : 0));
      }
      const total = [...admitted.values()].reduce((sum, count) => sum + count, 0);
      expect(total).toBeLessThanOrEqual(3 * bound);
    },
  );

  test.each([2, 4, 8])(
    '%d workers: a caller that keeps to its limit is never refused, whichever worker it reaches',
    async (workers) => {
      const random = seededRandom(workers);
      const machine = new Machine(workers, () => Math.floor(random() * 20));
      const policy = machine.policy(10, 100);
      let refused = 0;
      let admitted = 0;
      await machine.run(10_000, (ms) => {
        if (ms % 100 !== 0) return;
        const worker = machine.workers[Math.floor(random() ** 3 * workers)];
        const count = (verdict: Verdict) => {
          if (verdict.isAdmitted) admitted++;
          else refused++;
        };
        const verdict = worker?.take('key:1', policy, machine.nowMs);
        if (verdict instanceof Promise) void verdict.then(count);
        else if (verdict !== undefined) count(verdict);
      });
      expect({ refused, admitted }).toEqual({ refused: 0, admitted: 100 });
    },
  );

  test('all traffic at one worker may use the whole quota, and waits only for some of it', async () => {
    const machine = new Machine(4, () => 1);
    const policy = machine.policy(100);
    let waited = 0;
    let admitted = 0;
    await machine.run(900, () => {
      const verdict = machine.workers[0]?.take('key:1', policy, machine.nowMs);
      if (verdict instanceof Promise) {
        waited++;
        void verdict.then((decided) => {
          if (decided.isAdmitted) admitted++;
        });
      } else if (verdict?.isAdmitted) admitted++;
    });
    expect(admitted).toBe(100);
    expect(waited).toBeLessThan(50);
  });

  test('bulk requests at several workers together never exceed the day', async () => {
    const machine = new Machine(3, () => 3);
    const policy = machine.policy(100, 10_000);
    const verdicts = machine.workers.map((worker) => worker.take('key:1', policy, machine.nowMs, bulkOf(6_000)));
    await machine.run(50);
    const decided = await Promise.all(verdicts);
    expect(decided.filter((verdict) => verdict.isAdmitted)).toHaveLength(1);
    expect(decided.filter((verdict) => !verdict.isAdmitted).map((verdict) => verdict.remaining)).toEqual([
      4_000, 4_000,
    ]);
  });

  test('no request overtakes a waiting bulk request: one busy worker stays exactly within the day', async () => {
    const machine = new Machine(2, () => 5);
    const policy = machine.policy(1_000, 10_000);
    const [worker] = machine.workers;
    const verdicts = [worker?.take('key:1', policy, machine.nowMs)];
    await machine.run(20);
    verdicts.push(worker?.take('key:1', policy, machine.nowMs, bulkOf(9_990)));
    for (let i = 0; i < 20; i++) verdicts.push(worker?.take('key:1', policy, machine.nowMs));
    await machine.run(40);
    const decided = await Promise.all(verdicts);
    expect(decided.filter((verdict) => verdict?.isAdmitted)).toHaveLength(1 + 1 + 9);
  });

  test('an answer that arrives after the second has changed takes nothing from the new one', async () => {
    const machine = new Machine(2, () => 30);
    const policy = machine.policy(10);
    const [worker] = machine.workers;
    await machine.run(990);
    for (let i = 0; i < 6; i++) void worker?.take('key:1', policy, machine.nowMs);
    await machine.run(20);
    const verdicts = Array.from({ length: 5 }, () => worker?.take('key:1', policy, machine.nowMs));
    await machine.run(100);
    for (let i = 0; i < 20; i++) verdicts.push(worker?.take('key:1', policy, machine.nowMs));
    await machine.run(200);
    const decided = await Promise.all(verdicts);
    expect(decided.filter((verdict) => verdict?.isAdmitted)).toHaveLength(10);
  });

  test('a replaced worker learns the count of the day before it admits a request', async () => {
    const machine = new Machine(2, () => 2);
    const policy = machine.policy(100, 50);
    for (let i = 0; i < 50; i++) {
      const verdict = machine.workers[0]?.take('key:1', policy, machine.nowMs);
      await machine.run(verdict instanceof Promise ? 10 : 1);
      expect((await verdict)?.isAdmitted).toBe(true);
    }
    await machine.run(200);
    machine.replaceWorker(0);
    const verdict = machine.workers[0]?.take('key:1', policy, machine.nowMs);
    await machine.run(10);
    expect(await verdict).toMatchObject({ isAdmitted: false, remaining: 0 });
  });

  test('the headers include what other workers spent after 100 ms and a message', async () => {
    const machine = new Machine(2, () => 2);
    const policy = machine.policy(1_000_000, 1_000);
    const takeAt = async (worker: number) => {
      const verdict = machine.workers[worker]?.take('key:1', policy, machine.nowMs);
      await machine.run(10);
      return (await verdict)?.remaining;
    };
    expect([await takeAt(0), await takeAt(1), await takeAt(1), await takeAt(1)]).toEqual([999, 998, 997, 996]);
    await machine.run(110);
    await takeAt(0);
    await machine.run(110);
    expect(await takeAt(0)).toBe(994);
  });

  test('waiting requests are decided together by one message', async () => {
    const machine = new Machine(2, () => 5);
    const policy = machine.policy(1_000, 40);
    const verdicts = Array.from({ length: 100 }, () => machine.workers[0]?.take('key:1', policy, machine.nowMs));
    await machine.run(40);
    const decided = await Promise.all(verdicts);
    expect(decided.filter((verdict) => verdict?.isAdmitted)).toHaveLength(40);
    expect(machine.messages).toBeLessThanOrEqual(3);
  });
});

describe('while the primary is silent, workers count alone', () => {
  test('waiting requests are decided within 350 ms, and none waits after that', async () => {
    const machine = new Machine(2, () => 1);
    const policy = machine.policy(1_000, 3);
    machine.isPrimaryStuck = true;
    const decidedAt: number[] = [];
    const verdicts: Verdict[] = [];
    const first = Array.from({ length: 4 }, () => machine.workers[0]?.take('key:1', policy, machine.nowMs));
    for (const verdict of first) {
      void Promise.resolve(verdict).then((decided) => {
        decidedAt.push(machine.nowMs - START);
        if (decided !== undefined) verdicts.push(decided);
      });
    }
    await machine.run(ANSWER_WITHIN_MS - 10);
    expect(verdicts).toEqual([]);
    await machine.run(130);
    expect(verdicts.map((verdict) => verdict.isAdmitted)).toEqual([true, true, true, false]);
    expect(Math.max(...decidedAt)).toBeLessThanOrEqual(350);
    expect(machine.workers[0]?.take('key:2', policy, machine.nowMs)).toMatchObject({ isAdmitted: true, remaining: 2 });
  });

  test('what a worker counted alone is counted once when the primary answers again', async () => {
    const machine = new Machine(2, () => 1);
    const policy = machine.policy(1_000, 10);
    machine.isPrimaryStuck = true;
    for (let i = 0; i < 4; i++) void machine.workers[0]?.take('key:1', policy, machine.nowMs);
    await machine.run(400);
    expect(machine.workers[0]?.take('key:1', policy, machine.nowMs)).toMatchObject({ remaining: 5 });
    machine.isPrimaryStuck = false;
    await machine.run(250);
    expect(machine.settlement.snapshot().map((row) => row.count)).toEqual([5]);
    expect(machine.workers[0]?.take('key:1', policy, machine.nowMs)).toMatchObject({ remaining: 4 });
  });

  test('a request that a lone worker refuses and the primary grants too late is refunded', async () => {
    const machine = new Machine(2, () => 1);
    const policy = machine.policy(1_000, 10);
    const [first, second] = machine.workers;
    void first?.take('key:1', policy, machine.nowMs, bulkOf(6));
    const takenAtMs = machine.nowMs;
    await machine.run(10);
    void second?.take('key:1', policy, machine.nowMs, bulkOf(1));
    await machine.run(10);

    // both requests go in one message, behind the one that asks for the other key
    const verdicts: boolean[] = [];
    void second?.take('key:2', policy, machine.nowMs);
    for (let i = 0; i < 2; i++) {
      const verdict = second?.take('key:1', policy, machine.nowMs, bulkOf(3));
      void Promise.resolve(verdict).then((decided) => verdicts.push(decided?.isAdmitted === true));
    }
    await machine.run(4);
    machine.isPrimaryStuck = true;
    first?.refund('key:1', policy, takenAtMs, machine.nowMs, bulkOf(6));
    await machine.run(400);
    expect(verdicts).toEqual([true, false]);

    // the refund arrives first, so that the primary grants both: 7 - 6 + 3 + 3
    machine.isPrimaryStuck = false;
    await machine.run(250);
    const counts = machine.settlement.snapshot().map(({ subject, count }) => `${subject} ${count}`);
    expect(counts).toContain('key:1 4');
  });
});

describe('a denial that arrives after the second has changed', () => {
  function denied() {
    const sent: SettlementRequest[] = [];
    const worker = new Limiter({
      name: 'accounts',
      capacity: 10,
      link: { workers: 2, send: (request) => sent.push(request) },
    });
    const verdict = worker.take('registrar:1', new Machine(1, () => 0).policy(1), START + 999);
    const receive = (window: number, total: number, isGranted: boolean) => {
      const id = sent.at(-1)?.id ?? 0;
      const subjects = [{ counts: [{ window, total }], granted: [isGranted] }];
      worker.receive({ limiter: 'accounts', id, subjects }, START + 1_010);
    };
    receive(START / 1_000, 1, false);
    return { sent, verdict, receive };
  }

  test('is asked again in the new one', async () => {
    const { sent, verdict, receive } = denied();
    expect(sent.map(({ subjects }) => subjects[0]?.counts[0]?.window)).toEqual([START / 1_000, START / 1_000 + 1]);
    receive(START / 1_000 + 1, 1, true);
    expect(await verdict).toMatchObject({ isAdmitted: true, remaining: 0 });
  });

  test('is decided by the worker when the primary is in another window', async () => {
    const { sent, verdict, receive } = denied();
    receive(START / 1_000, 1, false);
    expect(await verdict).toMatchObject({ isAdmitted: true, remaining: 0 });
    expect(sent).toHaveLength(2);
  });
});
