import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { expectAlike, type TestNode, testNodes } from '#db/cluster/nodes.fixture.ts';
import { registerLookup } from '#db/registry/lookup.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { statuses } from '#lib/registry/status.ts';
import { textBytes } from '#tests/models/register.ts';
import { hasPostgres, startPostgres } from '#tests/support/cluster/postgres.ts';

const now = Date.parse('2026-11-20T12:00:00+13:00');
const count = 6000;
const nameAt = (at: number) => `name-${String(at).padStart(4, '0')}.co.nz`;
/** Names from all parts of the file, and one that only the second has. */
const asked = [nameAt(0), nameAt(count / 2), nameAt(count - 1), 'new.co.nz'].map((text) => parseName(text));

/** The API's answers about these names, from one state. */
function codesOf(reader: Connection): string {
  const codes = registerLookup(reader).inSnapshot((known) =>
    asked.map((name) => (name.valid ? statusOfName(name, known, { now, hasSandboxName: false }) : statuses.Invalid)),
  );
  return codes.map(({ code }) => code).join();
}

test.skipIf(!hasPostgres)(
  'while a register is imported on one node, every node answers from a published state',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const nodes = (await testNodes(postgres.url, 3)) as [TestNode, TestNode, TestNode];
    const [first] = nodes;
    const names = Array.from({ length: count }, (_, at) => nameAt(at));
    const importRows = (rows: readonly string[]) =>
      importRegister(first.writer, textBytes(['domain,registered,cancel_date', ...rows].join('\n')), {
        kind: 'merge',
        source: 'register.csv',
        maxMissing: 50,
        clock: () => now,
      });
    await importRows(names.map((name) => `${name},2020-01-01,`));
    await expectAlike(nodes);
    const before = codesOf(first.reader);

    const found = nodes.map(() => new Set<string>());
    let isOver = false;
    const asking = nodes.map(async ({ reader }, at) => {
      while (!isOver) {
        found[at]?.add(codesOf(reader));
        await nextTurn();
      }
      // the import has ended: its effect must show
      found[at]?.add(codesOf(reader));
    });
    await importRows([...names.map((name) => `${name},2020-01-01,2026-11-19`), 'new.co.nz,2026-11-19,']);
    await expectAlike(nodes);
    isOver = true;
    await Promise.all(asking);
    const after = codesOf(first.reader);
    expect([before, after]).toEqual(['200,200,200,220', '210,210,210,200']);
    for (const states of found) expect([...states].toSorted()).toEqual([before, after].toSorted());
  },
);
