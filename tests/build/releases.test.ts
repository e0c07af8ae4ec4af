import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recordedReleases } from '#tests/support/releases/recorded-release.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

/** The releases of the changelog, newest first. */
const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)].map(([, name = '']) => name);
const recorded = recordedReleases().map((release) => release.version);

test('the version is the newest release of the changelog', () => {
  expect(version).toBe(released[0]);
});

test('each release but a new one has its database recorded, to update from', () => {
  expect(released).toEqual(expect.arrayContaining(recorded));
  expect(recorded).toEqual(expect.arrayContaining(released.slice(recorded.includes(version) ? 0 : 1)));
});

test('the changelog says what an update from the last release needs', () => {
  const newest = changelog.split(/^## /m)[1] ?? '';
  const [, from] = /^### Updating from (\d+\.\d+\.\d+)\n\n\S/m.exec(newest) ?? [];
  expect(from).toBe(newest.startsWith('[Unreleased]') ? released[0] : released[1]);
});
