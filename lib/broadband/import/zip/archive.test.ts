import { expect, test } from 'vitest';
import { file } from '#tests/support/files/coverage-files.ts';
import { zipOf } from '#tests/support/files/zip-file.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';
import { openArchive } from './archive.ts';

async function readAll(bytes: Buffer): Promise<Record<string, string>> {
  const archive = await openArchive(file(bytes, 'towns.zip'));
  const texts: Record<string, string> = {};
  for (const entry of archive.entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry.read()) chunks.push(chunk);
    texts[entry.name] = Buffer.concat(chunks).toString();
  }
  archive.close();
  return texts;
}

const long = 'Tūī '.repeat(50_000);
const good = zipOf([
  { name: 'a.txt', content: 'one' },
  { name: 'Ōtaki/', content: '' },
  { name: 'Ōtaki/b.txt', content: long },
  { name: '__MACOSX/._a.txt', content: 'x' },
]);

test('files are read from an archive on request', async () => {
  expect(await readAll(good)).toEqual({ 'a.txt': 'one', 'Ōtaki/b.txt': long });
});

test.each<[title: string, bytes: Buffer, code: string, sentence: string]>([
  ['truncated', good.subarray(0, -30), 'zip-damaged', 'The zip archive is damaged or incomplete.'],
  ['only its beginning', good.subarray(0, 40), 'zip-damaged', 'The zip archive is damaged or incomplete.'],
  [
    'a flipped byte in a file',
    flipped(good, 300),
    'zip-damaged',
    'The zip archive is damaged or incomplete at "Ōtaki/b.txt".',
  ],
  [
    'a wrong checksum',
    zipOf([{ name: 'a', content: 'one', claims: { crc: 1 } }]),
    'zip-damaged',
    'The zip archive is damaged or incomplete at "a".',
  ],
  [
    'a false length',
    zipOf([{ name: 'a', content: long, claims: { bytes: 5 } }]),
    'zip-damaged',
    'The zip archive is damaged or incomplete at "a".',
  ],
  [
    'a path outside the archive',
    zipOf([{ name: '../../etc/passwd', content: 'x' }]),
    'zip-outside',
    'The zip archive has a file named "../../etc/passwd", which is outside the archive: make a new archive.',
  ],
  [
    'an absolute path',
    zipOf([{ name: '/etc/passwd', content: 'x' }]),
    'zip-outside',
    'The zip archive has a file named "/etc/passwd", which is outside the archive: make a new archive.',
  ],
  [
    'a drive',
    zipOf([{ name: 'C:/x', content: 'x' }]),
    'zip-outside',
    'The zip archive has a file named "C:/x", which is outside the archive: make a new archive.',
  ],
  [
    'encrypted',
    zipOf([{ name: 'a.shp', content: 'x', claims: { flags: 1 } }]),
    'zip-encrypted',
    '"a.shp" in the zip archive is encrypted: make an archive without a password.',
  ],
  [
    'a zip bomb of 1,000 to 1',
    zipOf([{ name: 'a.shp', content: Buffer.alloc(60_000_000) }]),
    'zip-bomb',
    '"a.shp" in the zip archive would unpack to 1,029 times its size, like a zip bomb. It was not read.',
  ],
  [
    'a zip bomb that claims a larger size',
    zipOf([{ name: 'a.shp', content: 'x', claims: { bytes: 0xffffff00 } }]),
    'zip-too-large',
    'The zip archive is larger than 2 GiB when unpacked: split it.',
  ],
  [
    'many files that are too large together',
    zipOf(Array.from({ length: 60 }, (_, at) => ({ name: `${at}`, content: 'x', claims: { bytes: 40_000_000 } }))),
    'zip-too-large',
    'The zip archive is larger than 2 GiB when unpacked: split it.',
  ],
  [
    'too many files',
    zipOf(Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}`, content: '' }))),
    'zip-too-many-files',
    'The zip archive has more than 10,000 files.',
  ],
])('a bad archive is refused: %s', async (_, bytes, code, sentence) => {
  expect(codeAndWords((await rejectionOf(readAll(bytes))).reason)).toEqual([code, sentence]);
});

test('a zip bomb with a false size is stopped when it exceeds that size', async () => {
  const bomb = zipOf([{ name: 'a', content: Buffer.alloc(60_000_000), claims: { bytes: 1000 } }]);
  const { entries } = await openArchive(file(bomb));
  let unpacked = 0;
  const reading = async () => {
    for await (const chunk of entries[0]?.read() ?? []) unpacked += chunk.length;
  };
  expect((await rejectionOf(reading())).reason).toEqual({ code: 'zip-damaged', entry: 'a' });
  expect(unpacked).toBeLessThan(1_000_000);
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}
