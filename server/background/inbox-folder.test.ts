import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { InboxFolder } from './inbox-folder.ts';

function inbox() {
  const { path, remove } = makeFolder();
  onTestFinished(remove);
  const folder = new InboxFolder(path);
  const namesAt = async (seconds: number) => (await folder.completeFiles(seconds * 1000)).map(({ name }) => name);
  return { file: (name: string) => join(path, name), namesAt };
}

test('a file with a marker is complete immediately', async () => {
  const { file, namesAt } = inbox();
  for (const name of ['register-full.csv', 'register-full.csv.done']) writeFileSync(file(name), '');
  expect(await namesAt(0)).toEqual(['register-full.csv']);
});

test('a file without a marker is complete once it has not changed for 10 seconds', async () => {
  const { file, namesAt } = inbox();
  writeFileSync(file('register-changes.csv.gz'), 'a');
  expect(await namesAt(0)).toEqual([]);
  expect(await namesAt(9.9)).toEqual([]);
  appendFileSync(file('register-changes.csv.gz'), 'b');
  expect(await namesAt(10)).toEqual([]);
  expect(await namesAt(19.9)).toEqual([]);
  expect(await namesAt(20)).toEqual(['register-changes.csv.gz']);
});
