import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { addRegistrar, expectAlike, registrarsOf, type TestNode } from '#db/cluster/nodes.fixture.ts';
import { writePaced } from '#db/paced-write.ts';

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

/** An import of rows that goes on while PostgreSQL fails. */
export interface SteadyImport {
  /** Ends it, and expects all rows that it has written on the node. @returns how many */
  stop(): Promise<number>;
}

/** Begins to write names on a node, in entries of large data. What fails is written again, as a retried import does. */
export function startImport({ writer, reader }: TestNode): SteadyImport {
  const insert = writer.sqlite.prepare(
    'INSERT OR REPLACE INTO domain (name, revision, registered) VALUES (?, 1000, 1)',
  );
  let isOver = false;
  let written = 0;
  const importing = (async () => {
    while (!isOver) {
      const names = Array.from({ length: 500 }, (_, at) => `import-${written + at}.nz`);
      try {
        written += await writePaced(writer, names, (name) => void insert.run(name));
      } catch {
        await sleep(20);
      }
    }
  })();
  return {
    async stop() {
      isOver = true;
      await importing;
      const found = reader.sqlite.prepare("SELECT count(*) FROM domain WHERE name LIKE 'import-%'").pluck().get();
      expect(found).toBeGreaterThanOrEqual(written);
      expect(written).toBeGreaterThan(0);
      return written;
    },
  };
}
