import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { checkAuditLog, checkFile } from '#db/integrity.ts';
import { makeBase, nowMs, scenarios, visibleState } from '#tests/support/durability/kill-scenarios.ts';
import { runStepped } from '#tests/support/durability/run-stepped.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';
import { removeAbandoned } from './remove-abandoned.ts';

// A process is killed after each of its durable writes: SQLite's commits, also those of single rows and heartbeats, and
// files that get their name or go. The copies of one run are what `kill -9` would leave at each of these moments; a few
// moments of each scenario are real kills, so that the copies cannot be wrong.

const program = 'tests/support/processes/stepped-process.ts';
/** How many moments of a scenario are also real kills, and after how many the scenario is run again. */
const realKills = tries(1, 25);
const repeats = tries(2, 25);

const folder = makeFolder();
const base = join(folder.path, 'base');
beforeAll(async () => {
  mkdirSync(base);
  await makeBase(join(base, 'watea.db'));
});
afterAll(() => folder.remove());

let steps = 0;

/** What a start of the server finds, after it has tidied up; a check finds nothing wrong. */
async function stateAfterStart(at: string) {
  const database = openDatabase(join(at, 'watea.db'));
  await removeAbandoned(database, nowMs);
  expect(checkFile(database.reader)).toEqual([]);
  expect(checkAuditLog(database.reader)).not.toHaveProperty('fault');
  return { state: JSON.stringify(visibleState(database)), database };
}

const spread = (count: number, of: number) =>
  new Set(Array.from({ length: Math.min(count, of) }, (_, place) => 1 + Math.floor((place * of) / count)));

test.for(Object.keys(scenarios))('%s: killed after any durable write, everything is before or after', async (name) => {
  const own = join(folder.path, name.replaceAll(' ', '-'));
  const copies = join(own, 'copies');
  mkdirSync(copies, { recursive: true });
  const before = await stateOf(base);
  const writes = await runStepped({ program, scenario: name, base, at: join(own, 'run'), copies });
  expect(readdirSync(copies)).toHaveLength(writes);
  steps += writes;
  const after = await stateOf(join(own, 'run'));
  expect(after).not.toBe(before);

  let isAfter = false;
  const states: string[] = [];
  for (let write = 1; write <= writes; write++) {
    const { state, database } = await stateAfterStart(join(copies, String(write)));
    expect([before, after], `after write ${write} of ${writes}`).toContain(state);
    states[write] = state;
    // what was once visible stays
    if (isAfter) expect(state).toBe(after);
    isAfter = state === after;
    if (!isAfter && spread(repeats, writes).has(write)) {
      await scenarios[name]?.(database);
      expect(JSON.stringify(visibleState(database)), `run again after write ${write}`).toBe(after);
    }
    closeDatabase(database);
  }
  expect(isAfter).toBe(true);

  for (const write of spread(realKills, writes)) {
    const at = join(own, `killed-${write}`);
    await runStepped({ program, scenario: name, base, at, copies, killAt: write });
    expect(await stateOf(at), `killed after write ${write}`).toBe(states[write]);
  }
});

test('the scenarios have more than 200 moments in all', () => {
  expect(steps).toBeGreaterThan(200);
});

async function stateOf(at: string): Promise<string> {
  const { state, database } = await stateAfterStart(at);
  closeDatabase(database);
  return state;
}
