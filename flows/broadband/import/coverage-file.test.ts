import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { coverageFileAt, digestOf } from './coverage-file.ts';

function folder(): string {
  const made = makeFolder();
  onTestFinished(made.remove);
  return made.path;
}

test('a file is read from and to any byte', async () => {
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
  expect(await digestOf(file)).toBe('bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721');
});

test('what is no file, or too large, is refused before it is read', () => {
  const path = join(folder(), 'large.geojson');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 31 + 1);
  expect(() => coverageFileAt(path)).toThrow(new Refusal('large.geojson is larger than 2 GiB: split it.'));
  truncateSync(path, 11);
  expect(() => coverageFileAt(path, 'towns', 10)).toThrow(new Refusal('towns is larger than 10 bytes: split it.'));
  expect(coverageFileAt(path, 'towns', 11)).toMatchObject({ bytes: 11, mostBytes: 11 });
  expect(() => coverageFileAt(`${path}x`)).toThrow(new Refusal(`There is no file ${path}x.`));
  expect(() => coverageFileAt(join(path, '..'))).toThrow('is not a file.');
});
