import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compressFile } from '#lib/http/encoded-answer.ts';
import { absoluteFolder, newestBuild } from '#server/http/build-folder.ts';

const build = absoluteFolder(newestBuild());

/** Every file of the build that pages below a folder may load, initially or on demand. */
function chunksOf(pages: string): Set<string> {
  const manifests = globSync(`server/app/${pages}page_client-reference-manifest.js`, { cwd: build });
  const waiting = manifests.flatMap((manifest) => chunksNamedIn(`${build}/${manifest}`));
  const found = new Set<string>();
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    waiting.push(...chunksNamedIn(`${build}/${chunk}`));
  }
  return found;
}

const chunksNamedIn = (file: string) => readFileSync(file, 'utf8').match(/static\/chunks\/[\w~.-]+\.(?:js|css)/g) ?? [];

/** Names in scripts and style sheets by which Mantine is recognised; the sheets of the staff screens only name it. */
const library = /@mantine\/|\.m_[0-9a-f]{7,8}\b/;

const withMantine = (chunks: ReadonlySet<string>) =>
  [...chunks].filter((chunk) => library.test(readFileSync(`${build}/${chunk}`, 'utf8')));

describe('the chunks of the public pages', () => {
  const chunks = chunksOf('(public)/**/');

  test('are found, including the map that is loaded on demand', () => {
    expect([...chunks].some((chunk) => readFileSync(`${build}/${chunk}`, 'utf8').includes('leaflet-container'))).toBe(
      true,
    );
  });

  test('contain nothing of Mantine, which those of the staff screens do', () => {
    expect(withMantine(chunks)).toEqual([]);
    expect(withMantine(chunksOf('admin/**/'))).not.toEqual([]);
  });
});

test('every script and style sheet has a compressed copy, which is not larger', async () => {
  const files = globSync('static/**/*.{js,css}', { cwd: build });
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const plain = readFileSync(`${build}/${file}`);
    for (const form of ['br', 'gz']) {
      expect(readFileSync(`${build}/${file}.${form}`).byteLength, `${file}.${form}`).toBeLessThanOrEqual(
        plain.byteLength + 40,
      );
    }
  }
  const body = new TextEncoder().encode('a'.repeat(1000));
  const packed = compressFile(body);
  expect((await packed.br).byteLength).toBeLessThan(30);
  expect((await packed.gzip).byteLength).toBeLessThan(40);
});
