import { describe, expect, test } from 'vitest';
import { seededRandom } from '#lib/demonstration/random.ts';
import { createSingleProcessLimits, type Limits, refusalSeconds, Settlements } from './limits.ts';
import type { Verdict } from './policy.ts';
import type { DayCount } from './settlement.ts';
import { type NodeCount, type SecondCount, type SharedCounts, sharedSeconds } from './shares.ts';
import { fixedWindow } from './window.ts';

const START = Date.UTC(2026, 6, 15);
const DAY = '2026-07-15';

interface SimulatedNode {
  readonly name: string;
  readonly settlements: Settlements;
  readonly limits: Limits;
}

/** Nodes of a cluster with a simulated clock, which exchange their counts each second, each at another moment of it. */
class Nodes {
  nowMs = START;
  readonly #nodes: SimulatedNode[];
  readonly #seconds = new Rows();
  readonly #refusals = new Rows();
  readonly #visitors = new Map<string, Map<string, DayCount>>();
  #isConnected = true;

  constructor(count: number) {
    this.#nodes = Array.from({ length: count }, (_, at) => {
      const settlements = new Settlements();
      const limits = createSingleProcessLimits((ms) => ({ ...fixedWindow(86_400)(ms), id: DAY }), settlements);
      return { name: `node-${at}`, settlements, limits };
    });
  }

  /** @returns whether a request at a node is admitted */
  ask(at: number, quota: number): boolean {
    return this.take(at, (limits) => limits.takeAccount('key:1', limits.policy(quota, null), this.nowMs));
  }

  take(at: number, take: (limits: Limits) => Verdict | Promise<Verdict>): boolean {
    const verdict = take((this.#nodes[at] as SimulatedNode).limits);
    if (verdict instanceof Promise) throw new Error('A single process decides at once.');
    return verdict.isAdmitted;
  }

  disconnect(): void {
    this.#isConnected = false;
  }

  run(ms: number, eachMs: () => void): void {
    for (let i = 0; i < ms; i++, this.nowMs++) {
      eachMs();
      for (const [at, node] of this.#nodes.entries()) {
        if (this.nowMs % 50 === 0) node.limits.settle(this.nowMs);
        if (this.#isConnected && (this.nowMs + at * 370) % 1000 === 0) this.#exchange(node);
      }
    }
  }

  #exchange({ name, settlements }: SimulatedNode): void {
    const second = Math.floor(this.nowMs / 1000);
    const nodes = this.#nodes.length;
    const shared = { node: name, nodes };
    settlements.correctShares(this.#seconds.exchange(settlements.secondsBefore(second), { ...shared, second }));
    const window = Math.floor(second / refusalSeconds);
    const refusals = settlements.refusalsBefore(window);
    settlements.correctRefusals(this.#refusals.exchange(refusals, { ...shared, second: window }));
    const own = this.#visitors.get(name) ?? new Map();
    for (const row of settlements.largeVisitors()) own.set(row.subject, row);
    this.#visitors.set(name, own);
    const others = [...this.#visitors].flatMap(([node, rows]) => (node === name ? [] : [...rows.values()]));
    const bySubject = Map.groupBy(others, ({ subject }) => subject);
    settlements.setVisitorsElsewhere(
      [...bySubject].map(([subject, rows]) => ({
        subject,
        day: DAY,
        count: rows.reduce((sum, { count }) => sum + count, 0),
      })),
    );
  }
}

/** What the nodes have counted in the last windows of a limit. */
class Rows {
  #rows: NodeCount[] = [];

  exchange(own: readonly SecondCount[], shared: Omit<SharedCounts, 'rows'>): SharedCounts {
    const { node, second } = shared;
    const isSame = (one: NodeCount, other: NodeCount) =>
      one.node === other.node && one.second === other.second && one.subject === other.subject;
    for (const row of own.map((one) => ({ ...one, node })))
      this.#rows = [...this.#rows.filter((other) => !isSame(row, other)), row];
    this.#rows = this.#rows.filter((row) => row.second >= second - sharedSeconds);
    return { ...shared, rows: this.#rows };
  }
}

/** Which node gets a request: any of them, mostly the first, or one after the other for seconds at a time. */
const ways = {
  any: (count: number, random: number) => Math.floor(random * count),
  'mostly the first': (count: number, random: number) => Math.floor(random ** 4 * count),
  'another each second': (count: number, _: number, nowMs: number) => Math.floor(nowMs / 1000) % count,
} as const;
const cases = [2, 3, 10].flatMap((count) =>
  (Object.keys(ways) as (keyof typeof ways)[]).flatMap((way) => [2, 50].map((quota) => [count, quota, way] as const)),
);

describe('B6: a limit per second on the nodes of a cluster', () => {
  test.each(cases)('%d nodes, %d a second, %s: a caller that keeps to it is never refused', (count, quota, way) => {
    const random = seededRandom(count * 100 + quota);
    const nodes = new Nodes(count);
    let refused = 0;
    nodes.run(20_000, () => {
      const isDue = Math.floor((nodes.nowMs * quota) / 1000) !== Math.floor(((nodes.nowMs - 1) * quota) / 1000);
      if (isDue && !nodes.ask(ways[way](count, random(), nodes.nowMs), quota)) refused++;
    });
    expect(refused).toBe(0);
  });

  test.each(cases)('%d nodes, %d a second, %s: a caller beyond it soon gets little more', (count, quota, way) => {
    const random = seededRandom(count * 100 + quota + 1);
    const nodes = new Nodes(count);
    const admitted = new Map<number, number>();
    nodes.run(20_000, () => {
      const second = Math.floor((nodes.nowMs - START) / 1000);
      for (let times = 0; times < 2; times++)
        if (nodes.ask(ways[way](count, random(), nodes.nowMs), quota))
          admitted.set(second, (admitted.get(second) ?? 0) + 1);
    });
    const seconds = [...admitted.values()];
    expect(Math.max(...seconds)).toBeLessThanOrEqual(count * quota);
    expect(Math.min(...seconds.slice(0, 3))).toBeGreaterThanOrEqual(quota);
    const later = seconds.slice(4);
    const mean = later.reduce((sum, one) => sum + one, 0) / later.length;
    expect(mean).toBeLessThanOrEqual(Math.max(quota * 1.5, count));
    expect(mean).toBeGreaterThanOrEqual(quota * 0.5);
  });

  test('a caller that was beyond it has all of it again soon after, on any one node', () => {
    const nodes = new Nodes(3);
    nodes.run(5000, () => {
      for (const at of [0, 1, 2]) nodes.ask(at, 10);
    });
    nodes.run(7000, () => undefined);
    let admitted = 0;
    nodes.run(1000, () => {
      if (nodes.nowMs % 100 === 0 && nodes.ask(1, 10)) admitted++;
    });
    expect(admitted).toBe(10);
  });

  test('a node that hears nothing of the others counts alone after some seconds', () => {
    const nodes = new Nodes(3);
    nodes.run(5000, () => {
      for (const at of [0, 1, 2]) nodes.ask(at, 10);
    });
    nodes.disconnect();
    nodes.run(7000, () => undefined);
    let admitted = 0;
    nodes.run(1000, () => {
      if (nodes.ask(1, 10)) admitted++;
    });
    expect(admitted).toBe(10);
  });
});

describe('B6: the limit of refusals on the nodes of a cluster', () => {
  const limit = 1000;
  const refuse = (nodes: Nodes, at: number) =>
    nodes.take(at, (limits) => limits.takeRefusal('203.0.113.7', nodes.nowMs));

  test('a caller that keeps to it never gets a 429 for it', () => {
    const nodes = new Nodes(3);
    let limited = 0;
    nodes.run(60_000, () => {
      if (nodes.nowMs % 10 === 0 && !refuse(nodes, (nodes.nowMs / 10) % 3)) limited++;
    });
    expect(limited).toBe(0);
  });

  test.each([2, 3, 10])('%d nodes: one beyond it has little more from the third window on', (count) => {
    const nodes = new Nodes(count);
    const admitted = [0, 0, 0, 0, 0, 0];
    nodes.run(60_000, () => {
      const window = Math.floor((nodes.nowMs - START) / 10_000);
      for (let times = 0; times < 2; times++)
        if (refuse(nodes, (nodes.nowMs * 2 + times) % count)) admitted[window] = (admitted[window] ?? 0) + 1;
    });
    for (const [window, all] of admitted.entries()) {
      expect(all).toBeGreaterThanOrEqual(limit);
      expect(all).toBeLessThanOrEqual(window < 2 ? count * limit : limit * 1.25);
    }
  });
});

describe('B6: limits of visitors per day on the nodes of a cluster', () => {
  test.each([2, 3, 10])('%d nodes: the limit is that of all nodes, with at most a quarter more', (count) => {
    const nodes = new Nodes(count);
    let [admitted, first] = [0, 0];
    nodes.run(80_000, () => {
      if (nodes.nowMs % 1000 !== 500) return;
      const isAdmitted = nodes.take(((nodes.nowMs - 500) / 1000) % count, (limits) =>
        limits.takeReporter('203.0.113.7', nodes.nowMs),
      );
      if (isAdmitted) admitted++;
      if (isAdmitted && first === admitted - 1 && admitted <= 20) first++;
    });
    expect(first).toBe(20);
    // a node hears of the others' counts with the answer to the first request that it admits
    expect(admitted).toBeLessThanOrEqual(20 * 1.25 + count);
  });
});
