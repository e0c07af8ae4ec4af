import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getList } from '#db/places/lists.ts';
import { placeSources } from '#lib/places/lists/sources.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { makeInstallation } from '#tests/support/installation.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { fetchPlaces } from './fetch-places.ts';

const by = { actor: { who: 'command line', address: null }, nowMs: Date.parse('2026-11-27T00:00:00Z') };
const key = 'secret/key';

const lists: Readonly<Record<string, string>> = {
  gaz: 'name,feat_type,latitude,longitude\nOban,Village,-46.9,168.13\n',
  'layer-113764':
    'FID,id,name,type,major_name,shape\nlayer-113764.1,1,Karori,Suburb,Wellington,"MULTIPOLYGON (((-41.3 174.7, -41.3 174.8, -41.2 174.8, -41.3 174.7)))"\n',
  'layer-105689':
    'FID,address_id,full_address,gd2000_xcoord,gd2000_ycoord,shape\nlayer-105689.1,1,"1 Rātā Street, Naenae",174.9,-41.2,POINT (-41.2 174.9)\n',
};

type Misbehaviour = (response: ServerResponse, number: number) => boolean;

/** The servers of LINZ, as this process finds them until the test ends. */
async function startLinz(misbehave: Misbehaviour = () => false) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (misbehave(response, asked.length)) return;
    const list = /typeNames=(layer-\d+)/.exec(request.url ?? '')?.[1] ?? 'gaz';
    const modified = list === 'gaz' ? { 'Last-Modified': 'Tue, 24 Nov 2026 20:00:00 GMT' } : {};
    response.writeHead(200, { 'Content-Type': 'text/csv', ...modified }).end(lists[list]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  setProcessWide('outgoing-fetch', (address: string, options: RequestInit) =>
    globalThis.fetch(
      address.replace(/^https:\/\/(?:gazetteer|data)\.linz\.govt\.nz/, `http://127.0.0.1:${port}`),
      options,
    ),
  );
  onTestFinished(() => {
    setProcessWide('outgoing-fetch', undefined);
    server.close();
    server.closeAllConnections();
  });
  return asked;
}

function opened(linzKey?: string) {
  const { reader, writer } = freshDatabase();
  const waits: number[] = [];
  const patience = { wait: async (ms: number) => void waits.push(ms), clock: () => by.nowMs };
  const [gazetteer, localities, addresses] = placeSources(linzKey);
  const fetch = (source: typeof gazetteer) => {
    if (source === undefined) throw new Error('There is no such list without a key.');
    return fetchPlaces(writer, source, { ...by, patience, onProgress: () => {} });
  };
  const files = () => readdirSync(dirname(writer.sqlite.name));
  return { reader, waits, fetch, gazetteer, localities, addresses, files };
}

test('the gazetteer needs no key, and has the day on which it was made', async () => {
  const asked = await startLinz();
  const { reader, fetch, gazetteer, localities } = opened();
  const file = 'New Zealand Gazetteer of LINZ (25 November 2026)';
  expect(await fetch(gazetteer)).toMatchObject({ list: 'gazetteer', file, entries: 1, skipped: 0 });
  expect(asked).toEqual(['/gaz.csv']);
  expect(getList(reader, 'gazetteer')?.source).toBe(file);
  expect(localities).toBeUndefined();
});

test('with a key, suburbs and addresses are exported by the LINZ Data Service', async () => {
  const asked = await startLinz();
  const { reader, fetch, localities, addresses } = opened(key);
  const day = '(27 November 2026)';
  const suburbs = `LINZ NZ Suburbs and Localities ${day}`;
  expect(await fetch(localities)).toMatchObject({ list: 'localities', file: suburbs, entries: 1, skipped: 0 });
  expect(await fetch(addresses)).toMatchObject({ list: 'addresses', file: `LINZ NZ Addresses ${day}`, entries: 1 });
  const query = 'service=WFS&version=2.0.0&request=GetFeature&outputFormat=csv';
  expect(asked).toEqual([
    `/services;key=secret%2Fkey/wfs?${query}&typeNames=layer-113764`,
    `/services;key=secret%2Fkey/wfs?${query}&typeNames=layer-105689`,
  ]);
  expect(getList(reader, 'addresses')?.entries).toBe(1);
});

test('a busy server is waited for, and a list that broke off is fetched again from its start', async () => {
  await startLinz((response, number) => {
    if (number === 1) response.writeHead(429, { 'Retry-After': '30' }).end();
    if (number === 2) response.writeHead(200).write('name,feat_type,lat', () => response.destroy());
    return number <= 2;
  });
  const { fetch, gazetteer, waits, files } = opened();
  expect(await fetch(gazetteer)).toMatchObject({ entries: 1 });
  expect(waits).toEqual([30_000, 2000]);
  expect(files().filter((name) => name.includes('scratch'))).toEqual([]);
});

test.each([401, 403])('a key that is refused with %d is not in the refusal', async (status) => {
  await startLinz((response) => {
    response.writeHead(status).end('no');
    return true;
  });
  const { fetch, addresses, reader } = opened(key);
  const words = wordsOf((await rejectionOf(fetch(addresses))).reason);
  expect(words).toBe(
    `The LINZ Data Service refused the key (status ${status}): check LINZ_API_KEY, and that it may use web services.`,
  );
  expect(getList(reader, 'addresses')).toBeUndefined();
});

test('a fault that the service reports in place of a list is refused, without the key', async () => {
  await startLinz((response) => {
    response.writeHead(200).end('<?xml version="1.0"?><ows:ExceptionReport/>');
    return true;
  });
  const { fetch, addresses } = opened(key);
  expect(wordsOf((await rejectionOf(fetch(addresses))).reason)).toMatch(/XML, perhaps an error in place of the table/);
  await startLinz((response) => {
    response.writeHead(400).end();
    return true;
  });
  const words = wordsOf((await rejectionOf(fetch(addresses))).reason);
  expect(words).toBe('LINZ NZ Addresses answered with status 400.');
});

test('places fetch shows each list with its licence; LINZ_API_KEY adds suburbs and addresses', async () => {
  await startLinz();
  const { run } = makeInstallation();
  await run('migrate');
  const ofGazetteer =
    'gazetteer: 1 place can be found now.\nIt is of New Zealand Gazetteer of LINZ (25 November 2026), CC BY 4.0.\n';
  expect(await run('places fetch')).toEqual({
    status: 0,
    stdout: `${ofGazetteer}Without LINZ_API_KEY, no suburbs and street addresses are fetched.\n`,
    stderr: '',
  });
  const { stdout } = await run('places fetch', { LINZ_API_KEY: key });
  expect(stdout).toBe(
    `${ofGazetteer}localities: 1 place can be found now.\nIt is of LINZ NZ Suburbs and Localities (20 November 2026), CC BY 4.0.\naddresses: 1 place can be found now.\nIt is of LINZ NZ Addresses (20 November 2026), CC BY 4.0.\n`,
  );
  const { stdout: json } = await run('places fetch --json', { LINZ_API_KEY: key });
  expect(JSON.parse(json)).toMatchObject([{ list: 'gazetteer' }, { list: 'localities' }, { list: 'addresses' }]);
});
