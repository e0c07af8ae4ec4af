import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { makeInstallation } from '#tests/support/installation.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { makeProgram } from './program.ts';

/** Every command with a path, with what else it needs; `PATH` is where the path goes. */
const commands: readonly string[] = [
  'check PATH',
  'check --against PATH',
  'places import PATH',
  'places import FILE --aliases PATH',
  'allow import PATH',
  'keys import PATH',
  'register import PATH',
  'register reserve PATH',
  'coverage import PATH',
  'coverage inspect PATH',
  'coverage export 1 --format geojson --output PATH',
  'basemap import PATH',
  'areas import PATH --name name',
  'backup PATH',
  'restore PATH',
  'promote PATH',
  'standby PATH --once',
];

const isPath = (text: string) => /^(file|folder|path)$/.test(text);

/** The commands and options that take a path: `check`, `check --against`. */
function takers(command: Command, name = ''): string[] {
  const own = [
    ...command.registeredArguments.filter((argument) => isPath(argument.name())).map(() => name),
    ...command.options.filter(({ flags }) => /<(file|folder|path)>/.test(flags)).map(({ long }) => `${name} ${long}`),
  ];
  return [...own, ...command.commands.flatMap((below) => takers(below, `${name} ${below.name()}`.trim()))];
}

test('every command with a path is listed here', () => {
  const listed = commands.map((text) =>
    text.replace(/ FILE| 1| --format geojson| --name name| --once/g, '').replace(/ PATH$/, ''),
  );
  expect(takers(makeProgram()).toSorted()).toEqual(listed.toSorted());
});

test('a mistyped path is wrong usage in every command: no run, no job, no alarm, no trace', async () => {
  const { run, folder, databaseFile } = makeInstallation();
  await run('migrate');
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'folder'));
  const before = readdirSync(folder, { recursive: true }).toSorted();
  const paths = ['%/nowhere/x', '%/file/x', `%/${'x'.repeat(300)}`];
  for (const command of commands) {
    for (const path of paths) {
      const text = command.replace('PATH', path).replace('FILE', '%/file');
      const { status, stdout, stderr } = await run(text);
      expect([text, status, stdout]).toEqual([text, 2, '']);
      // one sentence
      expect(stderr, text).toMatch(/^[^\n]+\.\n$/);
      const inJson = await run(`${text} --json`);
      expect(JSON.parse(inJson.stderr), text).toMatchObject({ error: expect.any(String) });
    }
  }
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before);
  for (const table of ['work', 'alarm', 'register_run', 'coverage_version', 'audit_entry'])
    expect([table, queryDatabase(databaseFile, `SELECT * FROM ${table}`)]).toEqual([table, []]);
});

test.each(['check', 'restore', 'coverage import', 'coverage export 1 --format geojson --output'])(
  '%s of a folder is wrong usage',
  async (command) => {
    const { run } = makeInstallation();
    const { status, stderr } = await run(`${command} %`);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/ is a folder, not a file\.\n$/)]);
  },
);
