import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { checkAuditLog, checkFile } from '#db/integrity.ts';
import { archiveNames, filesOfChain } from '#flows/backup/archive-folder.ts';
import { runScheduledBackup } from '#flows/backup/back-up.ts';
import { checkArchive } from '#flows/backup/check-archive.ts';
import { removeAbandoned } from '#flows/remove-abandoned.ts';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import {
  backupScenarios,
  backupsOf,
  makeBackups,
  settingsFor,
  standbyOf,
} from '#tests/support/durability/backup-scenarios.ts';
import { jobScenarios, makeBase, nowMs, scenarios, visibleState } from '#tests/support/durability/kill-scenarios.ts';
import { spread, stepAnywhere } from '#tests/support/durability/killed-anywhere.ts';
import { tries } from '#tests/support/long.ts';

// A process is killed after each of its durable writes: SQLite's commits, also those of single rows and heartbeats, and
// files that get their name, a part of their content, or go. The copies of one run are what `kill -9` would leave at each of
// these points, and all of them are looked at; `npm run test:long` also kills for real at each.

/** After how many points of a scenario it is run again. */
const repeats = tries(4, 1000);
/** How many points of a backup are looked at closely: every archive is unpacked, and a backup is made again. */
const closeLooks = tries(3, 1000);
/** A real kill at each of its points takes a scenario many minutes on a busy machine, in milliseconds. */
const timeout = tries(300_000, 3_600_000);

const changes = { ...scenarios, ...jobScenarios };
const backups = Object.keys(backupScenarios).filter((name) => !name.startsWith('restore'));
const restores = Object.keys(backupScenarios).filter((name) => name.startsWith('restore'));
const stepping = stepAnywhere([
  { program: 'tests/support/processes/stepped-process.ts', makeBase, scenarios: Object.keys(changes) },
  {
    program: 'tests/support/processes/stepped-backup-process.ts',
    makeBase: makeBackups,
    scenarios: Object.keys(backupScenarios),
  },
]);
beforeAll(async () => {
  setProcessWide('settings', parseSettings({}));
  await stepping.makeBases();
});
afterAll(() => stepping.remove());

/** Opens a database that a process has left; a check finds nothing wrong. The place lists are those that it names. */
function found(at: string) {
  const database = openDatabase(join(at, 'watea.db'));
  expect(checkFile(database.reader)).toEqual([]);
  expect(checkAuditLog(database.reader)).not.toHaveProperty('fault');
  const state = visibleState(database);
  for (const [list, number] of state.places as [string, number][])
    expect(existsSync(join(at, `watea.db.${list}-${number}`)), `the file of ${list} ${number}`).toBe(true);
  return { state: JSON.stringify(state), database };
}

function stateAt(at: string): string {
  const { state, database } = found(at);
  closeDatabase(database);
  return state;
}

/** What a start of the server finds, after it has tidied up. */
async function foundAfterStart(at: string) {
  const database = openDatabase(join(at, 'watea.db'));
  await removeAbandoned(database, nowMs);
  closeDatabase(database);
  return found(at);
}

/** Rows that a killed process has left and nobody will use. */
function leftOver({ reader: { sqlite } }: Connections): unknown {
  const count = (sql: string) => sqlite.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
  return {
    names: count("domain WHERE revision > (SELECT value FROM generation WHERE subject = 'register')"),
    runs: count("register_run WHERE state = 'staging'"),
    building: count("coverage_version WHERE state = 'building'"),
    layers: count('coverage_layer WHERE id NOT IN (SELECT layer_id FROM coverage_version_layer)'),
    offers: count('coverage_offer WHERE layer_id NOT IN (SELECT id FROM coverage_layer)'),
    parts: count('coverage_part WHERE offer_id NOT IN (SELECT id FROM coverage_offer)'),
    cells: count(
      'coverage_cell WHERE (id >> 36) NOT IN (SELECT id FROM coverage_version WHERE index_bytes IS NOT NULL)',
    ),
    reports: count('coverage_report WHERE version_id NOT IN (SELECT id FROM coverage_version)'),
    comparisons: count('coverage_comparison WHERE version_id NOT IN (SELECT id FROM coverage_version)'),
    providers: count('provider WHERE pending_version_id IS NOT NULL'),
  };
}

const nothing = {
  names: 0,
  runs: 0,
  building: 0,
  layers: 0,
  offers: 0,
  parts: 0,
  cells: 0,
  reports: 0,
  comparisons: 0,
  providers: 0,
};

/** Holds that each state is the one before or the one after, and that what was once visible stays. */
function beforeOrAfter(before: string, after: string) {
  expect(after).not.toBe(before);
  let isAfter = false;
  return (state: string, write: number): boolean => {
    expect(isAfter ? [after] : [before, after], `after write ${write}`).toContain(state);
    isAfter = state === after;
    return isAfter;
  };
}

/** What is done next to a killed change of the same subject: it must be possible without a start, and tidy up. */
const next: Readonly<Record<string, string>> = {
  'coverage import': 'coverage import in place of the published',
  'coverage import in place of the published': 'coverage import',
  'coverage publish': 'coverage import',
  'register import of changes': 'register import of a full file',
  'register import of a full file': 'register import of changes',
  'register undo': 'register import of changes',
};

/** Does what is done next in a copy of a folder that a killed process has left. */
async function runNext(name: string, at: string): Promise<void> {
  const copy = `${at}-next`;
  cpSync(at, copy, { recursive: true });
  const database = openDatabase(join(copy, 'watea.db'));
  await changes[next[name] ?? '']?.(database);
  expect(leftOver(database)).toEqual(nothing);
  closeDatabase(database);
  closeDatabase(found(copy).database);
}

test.for(Object.keys(changes))(
  '%s: killed after any durable write, everything is before or after',
  { timeout },
  async (name) => {
    const { base, points, at, end, killForReal } = await stepping.run(name);
    const after = stateAt(end);
    const isAfter = beforeOrAfter(stateAt(base), after);
    const isJob = name in jobScenarios;
    const states: string[] = [];
    for (let write = 1; write <= points; write++) {
      // the command line may be used before the server starts again
      if (name in next && spread(repeats, points).has(write)) await runNext(name, at(write));
      const { state, database } = await foundAfterStart(at(write));
      states[write] = state;
      // a job that was killed is run again by the next process, whatever it had done
      if (isJob || (!isAfter(state, write) && spread(repeats, points).has(write))) {
        await changes[name]?.(database);
        expect(JSON.stringify(visibleState(database)), `run again after write ${write}`).toBe(after);
        expect(leftOver(database), `left after write ${write}`).toEqual(nothing);
      }
      closeDatabase(database);
    }
    expect(states.at(-1)).toBe(after);
    const before = stateAt(base);
    await killForReal(async (write, killed) => {
      const { state, database } = await foundAfterStart(killed);
      closeDatabase(database);
      // the heartbeats of a job come by the clock, so its writes have other numbers in each run
      expect(isJob ? [before, after] : [states[write]], `killed after write ${write}`).toContain(state);
    });
  },
);

test.for(backups)(
  '%s: killed at any point, the database is as it was and every archive is sound',
  { timeout },
  async (name) => {
    const { base, points, at, killForReal } = await stepping.run(name);
    const before = stateAt(base);
    for (let write = 1; write <= points; write++) {
      const copy = join(at(write), 'watea.db');
      expect(stateAt(at(write)), `after write ${write}`).toBe(before);
      expect(archiveNames(backupsOf(copy)).length).toBeGreaterThan(0);
      for (const archive of archiveNames(backupsOf(copy))) await filesOfChain(join(backupsOf(copy), archive));
      if (!spread(closeLooks, points).has(write)) continue;
      for (const archives of [backupsOf(copy), standbyOf(copy)])
        for (const archive of archiveNames(archives)) await checkArchive(join(archives, archive), () => undefined);
      const database = openDatabase(copy);
      expect(await runScheduledBackup(database.writer, settingsFor(copy))).toBeUndefined();
      closeDatabase(database);
      expect(readdirSync(backupsOf(copy)).filter((file) => /unfinished|scratch/.test(file))).toEqual([]);
    }
    await killForReal(async (_, killed) => expect(stateAt(killed)).toBe(before));
  },
);

test.for(restores)('%s: killed at any point, everything is before or after', { timeout }, async (name) => {
  const { base, points, at, end, killForReal } = await stepping.run(name);
  const before = stateAt(base);
  const isAfter = beforeOrAfter(before, stateAt(end));
  const states: string[] = [];
  for (let write = 1; write <= points; write++) {
    const state = stateAt(at(write));
    states[write] = state;
    const kept = readdirSync(at(write)).find((file) => file.startsWith('watea.db-before-'));
    if (isAfter(state, write)) expect(stateAt(join(at(write), kept ?? 'what was there is kept'))).toBe(before);
  }
  expect(states.at(-1)).toBe(stateAt(end));
  await killForReal(async (write, killed) =>
    expect(stateAt(killed), `killed after write ${write}`).toBe(states[write]),
  );
});

test('imports, publications, jobs, backups, restores and undos have more than 200 points in all', () => {
  const { counted } = stepping;
  const table = [...counted].map(([name, points]) => `${String(points).padStart(5)}  ${name}`).join('\n');
  const sum = [...counted.values()].reduce((all, points) => all + points, 0);
  process.stdout.write(`points at which a process was killed:\n${table}\n${String(sum).padStart(5)}  in all\n`);
  for (const operation of ['register import', 'coverage import', 'publish', 'job', 'backup', 'restore', 'undo']) {
    const own = [...counted].filter(([name, points]) => name.includes(operation) && points > 1);
    expect(own, operation).not.toEqual([]);
  }
  expect(sum).toBeGreaterThan(200);
});
