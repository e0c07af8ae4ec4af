import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { wateaInProcess as watea } from '#tests/support/command-line-in-process.ts';
import { collection, feature, square } from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

test('a published version is exported in three formats and imported again', async () => {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const at = (name: string) => join(folder.path, name);
  const environment = { DATABASE_URL: `file:${at('watea.db')}`, WATEA_NOW: '2026-11-20T12:00:00+13:00' };
  const run = (...args: string[]) => watea(['coverage', ...args], environment);
  await watea(['migrate'], environment);
  writeFileSync(at('towns.geojson'), JSON.stringify(collection(feature({}, square(174, -41)))));
  await run('import', at('towns.geojson'), '--new-provider', '--publish');

  expect((await run('export', '1', '--format', 'gpkg', '--output', at('out.gpkg'))).stdout).toBe(
    `Version 1 was written to ${at('out.gpkg')}: 0.1 MB.\n`,
  );
  const written = await run('export', '1', '--format', 'geojson', '--output', at('out.geojson'), '--json');
  expect(JSON.parse(written.stdout)).toEqual({
    version: 1,
    format: 'geojson',
    output: at('out.geojson'),
    bytes: readFileSync(at('out.geojson')).length,
  });
  const streamed = await run('export', '1', '--format', 'geojson', '--output', '-');
  expect(streamed).toEqual({ status: 0, stdout: readFileSync(at('out.geojson'), 'utf8'), stderr: '' });
  expect((await run('export', '1', '--format', 'csv', '--output', '-')).stdout).toContain('Fibre,One,towns,,Available');

  const again = await run('import', at('out.gpkg'), '--replace', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ version: 2, areas: [{ gained: 0, lost: 0, altered: 0 }, {}] });

  const refusals: [args: string[], status: number, stderr: string][] = [
    [
      ['2', '--format', 'csv'],
      1,
      'Coverage version 2 was never published: only published versions can be exported or kept.\n',
    ],
    [
      ['1', '--format', 'csv', '--output', at('out.gpkg')],
      1,
      `${at('out.gpkg')} already exists: choose another file.\n`,
    ],
    [['1', '--format', 'csv', '--output', at('none/out.csv')], 2, `There is no folder ${at('none')}.\n`],
    [
      ['1', '--format', 'gpkg', '--output', '-'],
      2,
      'A GeoPackage is a database, so it cannot go to standard output.\n',
    ],
    [['1', '--format', 'shp'], 2, expect.stringContaining('Allowed choices are geojson, gpkg, csv.')],
    [['1'], 2, expect.stringContaining("required option '--format <format>' not specified")],
  ];
  for (const [args, status, stderr] of refusals) {
    expect(await run('export', ...args)).toEqual({ status, stdout: '', stderr });
  }
  expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toEqual([]);
  expect(existsSync(at('none'))).toBe(false);
});
