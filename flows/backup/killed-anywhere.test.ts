import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { checkAuditLog, checkFile } from '#db/integrity.ts';
import {
  backupScenarios,
  backupsOf,
  makeBackups,
  settingsFor,
  standbyOf,
} from '#tests/support/durability/backup-scenarios.ts';
import { visibleState } from '#tests/support/durability/kill-scenarios.ts';
import { runStepped } from '#tests/support/durability/run-stepped.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';
import { archiveNames } from './archive-folder.ts';
import { checkArchive } from './check-archive.ts';
import { runScheduledBackup } from './scheduled-backup.ts';

// A process is killed after each of its durable writes, and after each write to a file that is not complete yet, as in
// flows/killed-anywhere.test.ts; a few moments of each scenario are real kills.

const program = 'tests/support/processes/stepped-backup-process.ts';
const realKills = tries(1, 25);
/** How many moments of a backup are looked at closely: every archive is unpacked, and a backup is made again. */
const closeLooks = tries(3, 100);

const folder = makeFolder();
const base = join(folder.path, 'base');
beforeAll(async () => {
  mkdirSync(base);
  await makeBackups(join(base, 'watea.db'));
});
afterAll(() => folder.remove());

let steps = 0;

/** Runs a scenario with a copy after each write. */
async function stepped(name: string) {
  const own = join(folder.path, name.replaceAll(' ', '-'));
  const copies = join(own, 'copies');
  mkdirSync(copies, { recursive: true });
  const writes = await runStepped({ program, scenario: name, base, at: join(own, 'run'), copies });
  expect(readdirSync(copies)).toHaveLength(writes);
  steps += writes;
  return { writes, end: join(own, 'run'), at: (write: number) => join(copies, String(write)), own };
}

/** What the next process finds; a check finds nothing wrong. The place lists are those that the database names. */
function stateAt(at: string): string {
  const database = openDatabase(join(at, 'watea.db'));
  expect(checkFile(database.reader)).toEqual([]);
  expect(checkAuditLog(database.reader)).not.toHaveProperty('fault');
  const state = visibleState(database);
  for (const [list, number] of state.places as [string, number][])
    expect(existsSync(join(at, `watea.db.${list}-${number}`)), `the file of ${list} ${number}`).toBe(true);
  closeDatabase(database);
  return JSON.stringify(state);
}

const spread = (count: number, of: number) =>
  new Set(Array.from({ length: Math.min(count, of) }, (_, place) => 1 + Math.floor((place * of) / count)));

const names = Object.keys(backupScenarios);

test.for(names.filter((name) => !name.startsWith('a restore')))(
  '%s: killed at any moment, the database is as it was and every archive is sound',
  async (name) => {
    const before = stateAt(base);
    const { writes, at, own } = await stepped(name);
    for (let write = 1; write <= writes; write++) {
      const copy = join(at(write), 'watea.db');
      expect(stateAt(at(write)), `after write ${write}`).toBe(before);
      expect(archiveNames(backupsOf(copy)).length).toBeGreaterThan(0);
      if (!spread(closeLooks, writes).has(write)) continue;
      for (const archives of [backupsOf(copy), standbyOf(copy)])
        for (const archive of archiveNames(archives)) await checkArchive(join(archives, archive), () => undefined);
      const database = openDatabase(copy);
      expect(await runScheduledBackup(database.writer, settingsFor(copy))).toBeUndefined();
      closeDatabase(database);
      expect(readdirSync(backupsOf(copy)).filter((file) => /unfinished|scratch/.test(file))).toEqual([]);
    }
    for (const write of spread(realKills, writes)) {
      const killed = join(own, `killed-${write}`);
      await runStepped({ program, scenario: name, base, at: killed, copies: own, killAt: write });
      expect(stateAt(killed)).toBe(before);
    }
  },
);

test.for(names.filter((name) => name.startsWith('a restore')))(
  '%s: killed at any moment, everything is before or after',
  async (name) => {
    const before = stateAt(base);
    const { writes, at, end, own } = await stepped(name);
    const after = stateAt(end);
    expect(after).not.toBe(before);
    let isAfter = false;
    const states: string[] = [];
    for (let write = 1; write <= writes; write++) {
      const state = stateAt(at(write));
      expect([before, after], `after write ${write} of ${writes}`).toContain(state);
      // what was once visible stays
      if (isAfter) expect(state).toBe(after);
      isAfter = state === after;
      states[write] = state;
      const kept = readdirSync(at(write)).find((file) => file.startsWith('watea.db-before-'));
      if (isAfter) expect(stateAt(join(at(write), kept ?? 'what was there is kept'))).toBe(before);
    }
    expect(isAfter).toBe(true);
    for (const write of spread(realKills, writes)) {
      const killed = join(own, `killed-${write}`);
      await runStepped({ program, scenario: name, base, at: killed, copies: own, killAt: write });
      expect(stateAt(killed), `killed after write ${write}`).toBe(states[write]);
    }
  },
);

test('the scenarios have more than 60 moments in all', () => {
  expect(steps).toBeGreaterThan(60);
});
