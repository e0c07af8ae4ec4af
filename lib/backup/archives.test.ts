import { expect, test } from 'vitest';
import { chainOf, type KnownArchive, newestSound, superseded } from './archives.ts';
import type { Manifest } from './manifest.ts';

const sha256 = 'a'.repeat(64);

/** An archive whose name is its id: `full` names the one with which its chain begins, `on` the one before. */
function archive(name: string, minute: number, full = name, on?: string): KnownArchive & { isSound: boolean } {
  const manifest: Manifest = {
    format: 'watea-backup-1',
    kind: full === name ? 'full' : 'increment',
    id: name,
    full,
    previous: on === undefined ? null : { id: on, sha256: `sha of ${on}` },
    madeAt: new Date(minute * 60_000).toISOString(),
    database: { version: 1, pageBytes: 4096, pages: 1, sha256 },
    files: [],
    members: [],
  };
  return { name, manifest, manifestSha256: `sha of ${name}`, isSound: true };
}

const monday = archive('monday', 0);
const first = archive('first', 1, 'monday', 'monday');
const second = archive('second', 2, 'monday', 'first');
const tuesday = archive('tuesday', 3);
const third = archive('third', 4, 'tuesday', 'tuesday');
// made on the old chain by another process, after the new one had begun
const fork = archive('fork', 5, 'monday', 'second');
const all = [third, fork, monday, second, tuesday, first];

const namesOf = (archives: readonly KnownArchive[] | undefined) => archives?.map(({ name }) => name);

test('the chain of an archive goes back to the full one', () => {
  expect(namesOf(chainOf(second, all))).toEqual(['monday', 'first', 'second']);
  expect(namesOf(chainOf(fork, all))).toEqual(['monday', 'first', 'second', 'fork']);
  expect(namesOf(chainOf(tuesday, all))).toEqual(['tuesday']);
});

test('archives with a gap, or with another of the same id, are no chain', () => {
  expect(chainOf(second, [monday, second])).toBeUndefined();
  expect(chainOf(second, [monday, { ...first, manifestSha256: 'of another' }, second])).toBeUndefined();
});

test('the newest full archives are kept, each with its increments; an increment is removed before what it was made on', () => {
  expect(namesOf(superseded(all, 1))).toEqual(['fork', 'second', 'first', 'monday']);
  expect(superseded(all, 2)).toEqual([]);
  // increments alone: the full one may still arrive
  expect(superseded([first, second], 1)).toEqual([]);
});

test('a standby can be promoted to the newest archive that is sound with all before it', () => {
  const without = (name: string) => all.map((one) => ({ ...one, isSound: one.name !== name }));
  expect(newestSound(all)?.name).toBe('fork');
  expect(newestSound(without('second'))?.name).toBe('third');
  expect(newestSound(without('second').filter(({ name }) => name !== 'tuesday'))?.name).toBe('first');
  expect(newestSound([second, third])).toBeUndefined();
});
