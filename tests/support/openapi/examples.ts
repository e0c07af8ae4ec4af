import { join } from 'node:path';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { migrate } from '#db/migrate.ts';
import { seedDemonstration } from '#flows/demonstration/seed.ts';
import { changeOpenData } from '#flows/open-data/change-open-data.ts';
import { makeOpenData } from '#flows/open-data/make-files.ts';
import { importAreas } from '#flows/statistics/import-areas.ts';
import { measureStatistics } from '#flows/statistics/measure-statistics.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '#lib/access/keys/api-key.ts';
import type { AnswerExample, DescribedPath } from '#lib/openapi/operations.ts';
import { runReleaseJob } from '#tests/models/register.ts';
import { addKey, requireUser } from '#tests/support/access.ts';
import { collection, file, square } from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { startServer } from '#tests/support/processes/server-process.ts';

const now = '2026-11-20T12:00:00+13:00';

/** A request that the document shows: a path with its query, or a path and a body to post. */
interface ExampleRequest {
  readonly name: string;
  readonly target: string;
  readonly body?: string;
  readonly type?: string;
}

const baseUrl = 'https://watea.example';
const json = 'application/json';
const greymouth = '-42.4504/171.2108';
const requests: Readonly<Record<DescribedPath, readonly ExampleRequest[]>> = {
  registryAvailability: [
    { name: 'domains', target: '/1.0/availability?domains[]=watea-active.nz&domains[]=k%C5%8Dwhai.m%C4%81ori.nz' },
    { name: 'string', target: '/1.0/availability?string=watea-pending' },
    {
      name: 'json',
      target: '/1.0/availability',
      body: '{"domains":["watea-available.nz","not a name.nz"]}',
      type: json,
    },
  ],
  droplist: [
    { name: 'filtered', target: '/1.0/droplist?suffix=co.nz&contains=ka' },
    { name: 'csv', target: '/1.0/droplist?suffix=co.nz&contains=ka&format=csv' },
  ],
  releasedNames: [{ name: 'filtered', target: '/1.0/droplist/released?suffix=co.nz' }],
  explainedAvailability: [
    {
      name: 'domains',
      target: '/1.1/availability?domains[]=watea-active.nz&domains[]=watea-pending.nz&domains[]=not_a_name.nz',
    },
    {
      name: 'json',
      target: '/1.1/availability',
      body: '{"domains":["watea-available.nz","watea-reserved.nz"]}',
      type: json,
    },
  ],
  upcomingReleases: [
    { name: 'page', target: '/1.1/releases?suffix=co.nz&contains=ka&limit=2' },
    { name: 'csv', target: '/1.1/releases?suffix=co.nz&contains=ka&limit=2&format=csv' },
  ],
  releaseChanges: [{ name: 'none', target: '/1.1/releases/changes?since=<since>' }],
  broadbandAvailability: [
    { name: 'wellington', target: '/api/1.0/availability/yx/-41.2866/174.7756' },
    { name: 'greymouth', target: `/api/1.0/availability/yx/${greymouth}` },
    { name: 'sea', target: '/api/1.0/availability/yx/-42/172' },
  ],
  broadbandBulk: [
    {
      name: 'points',
      target: '/api/1.0/availability/yx',
      body: '{"points":[["-42","172"],["51.5","-0.1"]]}',
      type: json,
    },
    { name: 'csv', target: '/api/1.0/availability/yx', body: 'lat,lng\n-42,172\n', type: 'text/csv' },
  ],
  networks: [{ name: 'wellington', target: '/api/1.0/networks?x=174.7756&y=-41.2866' }],
  addressAvailability: [{ name: 'greymouth', target: '/api/2.0/availability/address/<id>' }],
  pointAvailability: [
    { name: 'wellington', target: '/api/2.0/availability/-41.2866/174.7756' },
    { name: 'as-of', target: '/api/2.0/availability/-42/172?as_of=2026-11-20' },
    { name: 'greymouth', target: `/api/2.0/availability/${greymouth}` },
  ],
  availabilityInBulk: [
    { name: 'points', target: '/api/2.0/availability', body: '{"points":[[-42,172]]}', type: json },
    {
      name: 'addresses',
      target: '/api/2.0/availability',
      body: '{"addresses":["3 Demo Tōtara Street, Greymouth","Nowhere"]}',
      type: json,
    },
    { name: 'csv', target: '/api/2.0/availability', body: 'address_id\n1-0000000\n', type: 'text/csv' },
  ],
  providers: [{ name: 'all', target: '/api/2.0/providers' }],
  addresses: [{ name: 'street', target: '/api/2.0/addresses?q=3+demo+totara+street&limit=5' }],
  figuresJson: [{ name: 'beginning', target: '/statistics/districts/figures.json' }],
  figuresCsv: [{ name: 'beginning', target: '/statistics/districts/figures.csv' }],
  dataCatalogue: [{ name: 'beginning', target: '/data/catalogue.json' }],
  dataFile: [{ name: 'beginning', target: '/data/1/coverage-1-whole.csv' }],
};

/** A town of the demonstration data as an area of which figures are published. */
const district = collection({
  type: 'Feature',
  properties: { name: 'Demo District' },
  geometry: { type: 'Polygon', coordinates: [square(174.7, -41.3)] },
});

/**
 * As much of an answer as the document shows: of what has hundreds of figures, files or lines, the first.
 *
 * @param body parsed if it is JSON
 */
export function shownPart(name: string, body: unknown): unknown {
  if (name !== 'beginning') return body;
  if (typeof body === 'string') return body.split('\r\n').slice(0, 3).join('\r\n');
  const { figures, 'dcat:dataset': datasets, ...rest } = body as { figures?: object[]; 'dcat:dataset'?: object[] };
  if (figures !== undefined) return { ...rest, figures: figures.slice(0, 2) };
  const shown = (datasets as { 'dcat:distribution': object[] }[]).map((dataset) => ({
    ...dataset,
    'dcat:distribution': dataset['dcat:distribution'].slice(0, 1),
  }));
  return { ...rest, 'dcat:dataset': shown };
}

/** A server with the demonstration data, and a key that may be used for everything. */
export interface ExampleServer {
  readonly origin: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts the server that the examples of the document are asked of. */
export async function startExampleServer(): Promise<ExampleServer> {
  const folder = makeFolder();
  const databaseFile = join(folder.path, 'watea.db');
  const key = generateApiKey();
  await seed(databaseFile, key);
  const server = await startServer({
    DATABASE_URL: `file:${databaseFile}`,
    BASE_URL: baseUrl,
    WATEA_NOW: now,
    LOG_LEVEL: 'error',
  });
  return {
    origin: server.origin,
    key,
    async stop() {
      await server.stop();
      folder.remove();
    },
  };
}

/** What that server answers to the requests that the document shows. */
export async function answeredExamples(): Promise<Record<DescribedPath, AnswerExample[]>> {
  const { origin, key, stop } = await startExampleServer();
  try {
    const ids = { '<id>': await addressId(origin, key), '<since>': await sinceOf(origin) };
    const answered: Partial<Record<DescribedPath, AnswerExample[]>> = {};
    for (const [path, asked] of Object.entries(requests) as [DescribedPath, readonly ExampleRequest[]][]) {
      answered[path] = [];
      for (const request of asked) answered[path].push(await answerOf(origin, key, withIds(request, ids)));
    }
    return answered as Record<DescribedPath, AnswerExample[]>;
  } finally {
    await stop();
  }
}

async function seed(databaseFile: string, key: string): Promise<void> {
  const database = openDatabase(databaseFile);
  const nowMs = Date.parse(now);
  migrate(database.writer);
  await seedDemonstration(database, databaseFile, nowMs);
  // otherwise the server would catch up on it when it starts, at another second each time
  const midnight = Date.parse('2026-11-20T00:00:00+13:00');
  runReleaseJob(database.writer, { scheduleDate: midnight, kind: 'scheduled', nowMs: midnight });
  // the job counts the milliseconds that it took, and cursors have them
  setGeneration(database.writer.db, 'register', readGeneration(database.writer.db, 'register').value, midnight);
  const userId = requireUser(database.writer.db, 'examples@watea.example', nowMs);
  const by = { actor: { who: 'examples@watea.example', address: null }, nowMs };
  const areas = { column: 'name', name: 'Districts', attribution: 'Demonstration data', ...by };
  await importAreas(database.writer, file(district), areas);
  await measureStatistics(database.writer, 1, { nowMs });
  const terms = { isOffered: true, licence: 'CC-BY-4.0', attribution: 'Demonstration data' } as const;
  await changeOpenData(database.writer, terms, by);
  await makeOpenData(database, { nowMs, baseUrl });
  const limits = { perSecond: 1000, perDay: 1000 };
  addKey(database.writer.db, { userId, hash: hashApiKey(key), prefix: apiKeyPrefix(key), ...limits }, nowMs);
  closeDatabase(database);
}

const withIds = ({ target, ...rest }: ExampleRequest, ids: Readonly<Record<string, string>>) => ({
  ...rest,
  target: target.replace(/<\w+>/, (mark) => ids[mark] ?? mark),
});

async function sinceOf(origin: string): Promise<string> {
  const found = await fetch(`${origin}/1.1/releases?limit=1`);
  return (await found.json()).since;
}

async function addressId(origin: string, key: string): Promise<string> {
  const found = await fetch(`${origin}/api/2.0/addresses?q=3+demo+totara+street`, {
    headers: { 'X-Api-Key': key },
  });
  return (await found.json()).addresses[0].id;
}

async function answerOf(
  origin: string,
  key: string,
  { name, target, body, type }: ExampleRequest,
): Promise<AnswerExample> {
  const method = body === undefined ? 'get' : 'post';
  const headers = { 'X-Api-Key': key, ...(type !== undefined && { 'Content-Type': type }) };
  const sent = body === undefined ? { headers } : { method: 'POST', headers, body };
  const answer = await fetch(`${origin}${target}`, sent);
  const contentType = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${target}: ${answer.status} ${text}`);
  const request = `${method.toUpperCase()} ${target}${body === undefined ? '' : `\n${body}`}`;
  const shown = shownPart(name, /[/+]json$/.test(contentType) ? JSON.parse(text) : text);
  return { name, method, request, contentType, body: shown };
}
