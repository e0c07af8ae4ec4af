import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestNode, testNodes } from '#db/cluster/nodes.fixture.ts';
import { createSingleProcessLimits, type Limits, refusalSeconds, Settlements } from '#lib/access/limit/limits.ts';
import type { Verdict } from '#lib/access/limit/policy.ts';
import { monotonicNow, now, setClusterClock } from '#lib/clock.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';
import { shareCounts } from '#server/cluster/share-counts.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const noon = Date.parse('2026-11-24T12:00:00+13:00');
const flooder = '203.0.113.7';
const polite = '203.0.113.8';

/** A node of a test with its limits. */
interface Counting {
  readonly limits: Limits;
  /** Exchanges its counts as its primary does each second. */
  exchange(): Promise<void>;
}

/** The clock of all nodes: it goes on from there. */
const setClock = (epochMs: number) => setClusterClock(epochMs - monotonicNow());

function countAdmitted(times: number, take: (at: number) => Verdict | Promise<Verdict>): number {
  const verdicts = Array.from({ length: times }, (_, at) => take(at) as Verdict);
  return verdicts.filter(({ isAdmitted }) => isAdmitted).length;
}

/** Does what each process does every 50 ms. */
function settle(nodes: readonly Counting[]): void {
  for (const { limits } of nodes) limits.settle(now());
}

function countingOn({ node }: TestNode): Counting {
  const settlements = new Settlements();
  const dayWindow = (nowMs: number) => ({ id: dayOf(nowMs), endsAt: aucklandMidnight(nowMs, 1) });
  return {
    limits: createSingleProcessLimits(dayWindow, settlements),
    // it exchanges when it starts, and before it ends
    exchange: () => shareCounts(node, settlements, true).stop(),
  };
}

/** Has each node store what it has counted, and then read what the other has stored. */
async function share([first, second]: readonly [Counting, Counting]): Promise<void> {
  settle([first, second]);
  for (const node of [first, second, first]) await node.exchange();
  settle([first, second]);
}

describe.skipIf(!hasPostgres)('two nodes', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());
  beforeEach(() => {
    process.env.BASE_URL = 'http://localhost:3000';
    setClock(noon);
  });

  async function start(): Promise<[Counting, Counting]> {
    const nodes = (await testNodes(postgres.url, 2)) as [TestNode, TestNode];
    // each is known to live once it has confirmed that it follows
    await waitUntil('both nodes', () => nodes.every(({ follower }) => Number.isFinite(follower.state().staleMs)));
    const counting: [Counting, Counting] = [countingOn(nodes[0]), countingOn(nodes[1])];
    await share(counting);
    return counting;
  }

  test('together refuse an address no more often than one from the third window on, and never for another', async () => {
    const nodes = await start();
    const refuse = (address: string, times: readonly number[]) =>
      nodes.map(({ limits }, at) => countAdmitted(times[at] ?? 0, () => limits.takeRefusal(address, now())));
    const answered: number[] = [];
    for (let window = 0; window < 4; window++) {
      setClock(noon + window * refusalSeconds * 1000);
      let count = 0;
      for (let time = 0; time < 10; time++) {
        count += refuse(flooder, [150, 150]).reduce((sum, one) => sum + one);
        // 950 of 1,000, most of them on one node
        expect(refuse(polite, [15, 80])).toEqual([15, 80]);
        settle(nodes);
      }
      answered.push(count);
      await share(nodes);
    }
    // up to twice the limit until both nodes know of it
    expect(answered.slice(0, 2)).toEqual([2000, 2000]);
    for (const count of answered.slice(2)) expect(count).toBe(1000);
  });

  test('together answer a visitor of the map 2,000 times a day', async () => {
    const nodes = await start();
    const [first, second] = nodes;
    let atMs = now();
    // four a second: below the limit per second
    const visit = ({ limits }: Counting, times: number) =>
      countAdmitted(times, () => limits.takeVisitor(flooder, () => (atMs += 250)));
    expect(visit(first, 1200)).toBe(1200);
    await share(nodes);
    expect(visit(second, 1000)).toBe(800);
    await share(nodes);
    // the process learns what others have answered with the next request that it counts
    expect(visit(first, 1)).toBe(1);
    settle(nodes);
    expect(visit(first, 100)).toBe(0);
    // another visitor is not affected
    expect(countAdmitted(3, () => first.limits.takeVisitor(polite, () => (atMs += 250)))).toBe(3);
  });
});
