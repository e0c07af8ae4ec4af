import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNotes } from '#lib/words/environment/setting-notes.ts';
import { settingsTable, writtenSettings } from '#scripts/settings-page.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const names = Object.keys(settingNotes);

test('the page of settings is what the schema and its notes say: node scripts/settings-page.ts writes it', () => {
  expect(writtenSettings()).toBe(settingsTable());
  for (const name of names) expect(settingsTable()).toContain(`\n| \`${name}\``);
});

test('no setting that only the server sets is on the page', () => {
  expect(settingsTable()).not.toContain('WATEA_CLOCK_OFFSET_MS');
});

test('no other page has a table of settings', () => {
  const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).filter(
    (file) => !file.endsWith('operate/settings.md'),
  );
  expect(pages.length).toBeGreaterThan(20);
  for (const file of pages)
    expect([file, names.filter((name) => read(file).includes(`\n| \`${name}\``))]).toEqual([file, []]);
});

test('what files of deployment set is a setting', () => {
  const known = new Set([...names, 'NODE_ENV', 'NEXT_TELEMETRY_DISABLED', 'PATH', 'Environment']);
  const set = {
    'deploy/systemd/watea.service': /(?<=^Environment=.*)\b([A-Z_]+)=/gm,
    'compose.yaml': /^ +([A-Z_]+): /gm,
    Dockerfile: /^(?:ENV| ) +([A-Z_]+)=/gm,
  };
  for (const [file, pattern] of Object.entries(set)) {
    const found = [...read(file).matchAll(pattern)].map(([, name = '']) => name);
    expect(found.length, file).toBeGreaterThan(1);
    expect([file, found.filter((name) => !known.has(name))]).toEqual([file, []]);
  }
});

test('the command line for root has the settings of the service', () => {
  const ofService = [...read('deploy/systemd/watea.service').matchAll(/^Environment=(.*)$/gm)].flatMap(
    ([, text = '']) => text.split(' '),
  );
  const ofCommand = [...read('deploy/systemd/watea').matchAll(/\b[A-Z_]+=\S+/g)].map(([text]) => text);
  expect(ofCommand.length).toBeGreaterThan(3);
  expect(ofService).toEqual(expect.arrayContaining(ofCommand));
  expect(ofService.filter((one) => !ofCommand.includes(one))).toEqual(['NEXT_TELEMETRY_DISABLED=1']);
});
