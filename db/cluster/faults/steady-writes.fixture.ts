import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { addRegistrar, expectAlike, registrarsOf, type TestNode } from '#db/cluster/nodes.fixture.ts';

/** Writes on several nodes that go on while PostgreSQL fails. */
export interface SteadyWrites {
  /** How many have been confirmed. */
  confirmed(): number;
  /** Ends them, and expects on every node all that was confirmed and nothing that was refused. */
  stopAndCompare(): Promise<void>;
}

/** Begins to write on each node, one write after the other. */
export function startWrites(nodes: readonly TestNode[]): SteadyWrites {
  const [confirmed, refused] = [new Set<string>(), new Set<string>()];
  let isOver = false;
  const write = async (node: TestNode, at: number) => {
    for (let count = 0; !isOver; count++) {
      const name = `node ${at} write ${count}`;
      await addRegistrar(node, name).then(
        () => confirmed.add(name),
        (fault) => {
          if (fault.reason?.code !== 'cluster-outcome-unknown') refused.add(name);
          return sleep(20);
        },
      );
    }
  };
  const writing = nodes.map(write);
  return {
    confirmed: () => confirmed.size,
    async stopAndCompare() {
      isOver = true;
      await Promise.all(writing);
      await expectAlike(nodes);
      const found = new Set(registrarsOf(nodes[0] as TestNode));
      expect([...confirmed].filter((name) => !found.has(name))).toEqual([]);
      expect([...refused].filter((name) => found.has(name))).toEqual([]);
      expect(refused.size).toBeGreaterThan(0);
    },
  };
}
