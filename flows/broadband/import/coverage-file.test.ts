import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { digestOf } from '#flows/files/file-bytes.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { refusalOf } from '#tests/support/refusals.ts';
import { coverageFileAt } from './coverage-file.ts';

function folder(): string {
  const made = makeFolder();
  onTestFinished(made.remove);
  return made.path;
}

test('a file is read from any byte to any other', async () => {
  const path = join(folder(), 'towns.geojson');
  writeFileSync(path, 'abcdef');
  const file = coverageFileAt(path);
  const read = async (start?: number, end?: number) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read(start, end)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  expect([file.name, file.bytes]).toEqual(['towns.geojson', 6]);
  expect(await Promise.all([read(), read(2), read(1, 3), read(3, 3)])).toEqual(['abcdef', 'cdef', 'bc', '']);
  // echo -n abcdef | sha256sum
  expect(await digestOf(file.read())).toBe('bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721');
});

test('a folder, or a file that is too large, is refused before it is read', () => {
  const path = join(folder(), 'large.geojson');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 31 + 1);
  expect(refusalOf(() => coverageFileAt(path)).reason).toEqual({
    code: 'file-too-large',
    file: 'large.geojson',
    most: 2 ** 31,
  });
  truncateSync(path, 11);
  expect(refusalOf(() => coverageFileAt(path, 'towns', 10)).reason).toEqual({
    code: 'file-too-large',
    file: 'towns',
    most: 10,
  });
  expect(coverageFileAt(path, 'towns', 11)).toMatchObject({ bytes: 11, mostBytes: 11 });
  expect(refusalOf(() => coverageFileAt(`${path}x`)).reason).toEqual({ code: 'no-such-file', file: `${path}x` });
  expect(refusalOf(() => coverageFileAt(join(path, '..'))).reason.code).toBe('not-a-file');
});
