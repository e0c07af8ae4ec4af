import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addJob } from '#db/jobs/jobs.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { commandOf, primaryOf, processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import { findFreePort, runServerToItsEnd, type ServerProcess } from '#tests/support/processes/server-process.ts';
import { type Scraped, scrape } from '#tests/support/scrape.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const name = '/1.0/availability?domains[]=active.nz&domains[]=other.nz';
const point = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`;

let fixture: OwnFixture;
beforeAll(async () => {
  fixture = await ownFixture();
});
afterAll(() => fixture.remove());

/** Requests of an API, by status. */
const requests = (scraped: Scraped, api: string, status: number) =>
  scraped.sum('watea_request_duration_seconds_count', { api, status: String(status) });

const processesOf = (scraped: Scraped) =>
  Object.fromEntries(
    scraped
      .valuesOf('watea_processes', 'process')
      .map((process) => [process, scraped.sum('watea_processes', { process })] as const),
  );

describe('a server with two workers and a port for metrics', () => {
  let server: ServerProcess;
  let port: number;
  const complete = () =>
    waitUntil('a scrape of all processes', async () => {
      // the port is opened just after the one of the APIs
      const scraped = await scrape(port).catch(() => undefined);
      if (scraped === undefined) return undefined;
      return processesOf(scraped).worker === 2 && processesOf(scraped).pages === 1 && scraped;
    });
  beforeAll(async () => {
    port = await findFreePort();
    server = await fixture.start({ WEB_CONCURRENCY: '2', METRICS_PORT: String(port) });
    await complete();
  });
  afterAll(() => server.stop());

  test('counts requests and look-ups of all workers, by API and status', async () => {
    for (let round = 0; round < 4; round++) {
      await ask(server.port, { target: name });
      await ask(server.port, { target: point });
    }
    await ask(server.port, { target: name, from: callers.stranger });
    await ask(server.port, { target: '/api/1.0/availability/yx/1/2' });
    await ask(server.port, { target: '/healthz' });
    const scraped = await complete();
    expect(requests(scraped, 'registry', 200)).toBe(4);
    expect(requests(scraped, 'registry', 403)).toBe(1);
    expect(requests(scraped, 'broadband', 200)).toBe(4);
    expect(requests(scraped, 'broadband', 401)).toBe(1);
    expect(requests(scraped, 'site', 200)).toBe(1);
    expect(scraped.sum('watea_lookups_total', { api: 'registry' })).toBe(8);
    expect(scraped.sum('watea_lookups_total', { api: 'broadband' })).toBe(4);
    expect(scraped.sum('watea_refused_requests_total', { api: 'registry', reason: 'not allowed' })).toBe(1);
    expect(scraped.sum('watea_refused_requests_total', { api: 'broadband', reason: 'no valid key' })).toBe(1);
    expect(scraped.sum('watea_request_duration_seconds_bucket', { api: 'registry', le: '+Inf' })).toBe(5);
  });

  test('has every metric that its page, the dashboard and the alert rules name, and its page has all', async () => {
    const { names } = await complete();
    // tests/faults/cluster has those of a node
    const isOfAnyServer = (name = '') => !name.startsWith('watea_node_');
    const read = (file: string) => readFileSync(`${import.meta.dirname}/../../../docs/operate/${file}`, 'utf8');
    const documented = [...read('metrics.md').matchAll(/^\| `(watea_\w+)` +\|/gm)].map(([, name]) => name);
    expect(documented.filter(isOfAnyServer).toSorted()).toEqual(names.toSorted());
    for (const file of ['dashboard.json', 'rules.yml', 'rules.test.yml']) {
      const named = [...read(file).matchAll(/watea_\w+/g)].map(([name]) =>
        name.replace(/^(watea_request_duration_seconds)_(?:bucket|count|sum)$/, '$1'),
      );
      expect(named.length).toBeGreaterThan(10);
      expect(named.filter((name) => isOfAnyServer(name) && !names.includes(name))).toEqual([]);
    }
  });

  test('B8, B15: no label has a key, a name, an address or a path', async () => {
    const { text } = await complete();
    for (const given of [keys.plain, keys.plain.slice(0, 6), 'active.nz', '127.', 'availability', 'healthz'])
      expect(text.replace(/^#.*$/gm, '')).not.toContain(given);
  });

  test('keeps the counts of a worker that was killed, and counts its death', async () => {
    const before = await complete();
    const worker = processTree(primaryOf(server.child.pid ?? 0)).find(
      (pid, at) => at > 0 && /server\.ts/.test(commandOf(pid)),
    );
    signalProcess(worker, 'SIGKILL');
    await waitUntil('its death to be counted', async () => {
      const scraped = await scrape(port);
      expect(requests(scraped, 'registry', 200)).toBe(requests(before, 'registry', 200));
      return scraped.sum('watea_process_deaths_total', { process: 'worker' }) === 1;
    });
    await ask(server.port, { target: name });
    const after = await complete();
    expect(requests(after, 'registry', 200)).toBe(requests(before, 'registry', 200) + 1);
  });

  test('leaves out a process that does not answer, with its last counts kept', async () => {
    const before = await complete();
    const pages = processTree(primaryOf(server.child.pid ?? 0)).find((pid) => /pages\.ts/.test(commandOf(pid))) ?? 0;
    signalProcess(pages, 'SIGSTOP');
    try {
      const scraped = await waitUntil('a scrape of all others', async () => {
        const found = await scrape(port);
        return processesOf(found).worker === 2 && found;
      });
      expect(processesOf(scraped)).toEqual({ primary: 1, worker: 2 });
      expect(scraped.sum('watea_scrape_unanswered_total', { process: 'pages' })).toBeGreaterThan(0);
      const cpu = (one: Scraped) => one.sum('watea_process_cpu_seconds_total', { process: 'pages' });
      expect(cpu(scraped)).toBe(cpu(before));
    } finally {
      signalProcess(pages, 'SIGCONT');
    }
    await complete();
  });

  test('has the processor time of a job that has ended, and counts jobs by state', async () => {
    const states = { queue: 'coverage', state: 'done' };
    const before = (await complete()).sum('watea_jobs', states);
    fixture.change(({ db }) =>
      addJob(
        db,
        { kind: 'coverage tidying', title: 'Test', parameters: {} },
        { actor: { who: 'test', address: null }, nowMs: 1 },
      ),
    );
    const scraped = await waitUntil('the job to end', async () => {
      const now = await complete();
      const ended = now.sum('watea_jobs', states) + now.sum('watea_jobs', { ...states, state: 'failed' });
      return ended > before && processesOf(now).job === undefined && now;
    });
    expect(scraped.sum('watea_process_cpu_seconds_total', { process: 'job' })).toBeGreaterThan(0);
  });

  test('hands its counts to a successor at a reload', async () => {
    const before = await complete();
    const primary = primaryOf(server.child.pid ?? 0);
    server.child.kill('SIGHUP');
    await waitUntil('the successor alone', () => {
      const tree = processTree(server.child.pid ?? 0);
      return tree.length > 1 && !tree.includes(primary);
    });
    await waitUntil('a scrape', () => scrape(port).catch(() => undefined));
    const after = await complete();
    for (const api of ['registry', 'broadband']) expect(requests(after, api, 200)).toBe(requests(before, api, 200));
    expect(after.sum('watea_process_deaths_total', { process: 'worker' })).toBe(1);
  });

  test('B15: answers nothing else there, and has no /metrics on its main port', async () => {
    expect((await ask(port, { target: '/' })).status).toBe(404);
    expect((await ask(port, { target: '/1.0/droplist' })).status).toBe(404);
    expect((await ask(port, { target: '/metrics', method: 'POST' })).status).toBe(405);
    const { headers } = await ask(port, { target: '/metrics', method: 'HEAD' });
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await ask(server.port, { target: '/metrics' })).status).toBe(404);
  });
});

describe.each(['1', '2'])('B15: a server with WEB_CONCURRENCY=%s that serves metrics to a network', (workers) => {
  const monitor = '127.5.5.5';
  let server: ServerProcess;
  beforeAll(async () => {
    server = await fixture.start({
      WEB_CONCURRENCY: workers,
      METRICS_ALLOW: '127.5.5.0/24, 2001:db8::/32',
      TRUSTED_PROXIES: '127.6.6.6/32',
      BASE_URL: 'https://watea.example',
    });
  });
  afterAll(() => server.stop());

  const asked = (from: string, headers = {}) => ask(server.port, { target: '/metrics', from, headers });

  test('answers its members, by the address that the allowlist would see', async () => {
    const own = await asked(monitor);
    expect(own.status).toBe(200);
    expect(own.body).toContain('watea_processes{process="primary"} 1\n');
    expect(own.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect((await asked('127.6.6.6', { 'X-Forwarded-For': '2001:db8::7' })).status).toBe(200);
  });

  test.each<[who: string, from: string, headers: Readonly<Record<string, string>>]>([
    ['a registrar', callers.allowed, {}],
    ['a stranger', callers.stranger, {}],
    ['one who claims an address', callers.stranger, { 'X-Forwarded-For': monitor }],
    ['a stranger behind a proxy', '127.6.6.6', { 'X-Forwarded-For': '203.0.113.7' }],
    ['a proxy itself', '127.6.6.6', {}],
  ])('is to %s the same as a path that does not exist', async (_who, from, headers) => {
    const volatile = /<script[\s\S]*?<\/script>|nonce="[^"]*"/g;
    const [here, nowhere] = await Promise.all(
      ['/metrics', '/metricz'].map((target) => ask(server.port, { target, from, headers })),
    );
    expect(here?.status).toBe(404);
    const shapeOf = (answered: typeof here) => ({
      status: answered?.status,
      names: Object.keys(answered?.headers ?? {}).toSorted(),
      body: answered?.body.replace(volatile, '').replaceAll('metricz', 'metrics'),
    });
    expect(shapeOf(here)).toEqual(shapeOf(nowhere));
  });
});

test('B15: without a setting there are no metrics for anybody', async () => {
  const server = await fixture.start();
  expect((await ask(server.port, { target: '/metrics' })).status).toBe(404);
  expect(await server.stop()).toBe(0);
});

test('a port for metrics that is taken is refused at the start, in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { status, output } = await runServerToItsEnd({
    DATABASE_URL: `file:${fixture.databaseFile}`,
    METRICS_PORT: String(port),
  });
  taken.close();
  expect(status).toBe(1);
  expect(output).toBe(`Port ${port} is taken: stop what uses it, or set METRICS_PORT to another.\n`);
});
