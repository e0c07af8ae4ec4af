import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPmtiles } from '#tests/support/base-map/small-pmtiles.ts';
import { done, makeInstallation } from '#tests/support/installation.ts';
import { startFileServer } from '#tests/support/web/file-server.ts';

const tile = Buffer.from('a tile');
const attribution = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';

/** An installation, and a server of a street map of zoom 0. */
async function opened() {
  const installation = makeInstallation();
  const file = join(installation.folder, 'map.pmtiles');
  const metadata = { 'planetiler:osm:osmosisreplicationtime': '2026-11-25T00:00:00Z' };
  writeFileSync(file, smallPmtiles({ tile, attribution, metadata }));
  await installation.run('migrate');
  return { ...installation, server: await startFileServer(file) };
}

test('basemap fetch shows what the street map is now, the day of its data and its licence', async () => {
  const { run, server, databaseFile } = await opened();
  const { stdout, ...rest } = await run(`basemap fetch --from ${server.address}`);
  expect(rest).toEqual({ status: 0, stderr: '' });
  expect(stdout.replaceAll('\u00a0', ' ')).toMatch(
    /^world\.pmtiles \(data of 25 November 2026\) is the street map now \(\d+ bytes, to zoom 0\)\.\nIt is of © OpenStreetMap, ODbL 1\.0\.\n$/,
  );
  expect(readFileSync(`${databaseFile}.base-map-1`).includes(tile)).toBe(true);
  const { stdout: json } = await run(`basemap fetch --from ${server.address} --maxzoom 3 --json`);
  expect(JSON.parse(json)).toMatchObject({ from: server.address, mostZoom: 0, attribution });
  expect(await run('basemap remove')).toEqual(done('The built-in map is shown again.\n'));
});

test('what is no address, and what is no zoom, are wrong usage', async () => {
  const { run } = makeInstallation();
  expect(await run('basemap fetch --from ftp://maps.example/nz.pmtiles')).toMatchObject({ status: 2 });
  expect(await run('basemap fetch --maxzoom far')).toMatchObject({ status: 2 });
});

test('a server that does not have the file is refused with its answer', async () => {
  const { run, server } = await opened();
  server.misbehave(() => ({ status: 404 }));
  expect(await run(`basemap fetch --from ${server.address}`)).toEqual({
    status: 1,
    stdout: '',
    stderr: `${server.address} answered with status 404: it does not exist.\n`,
  });
});
