import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as client from '#clients/typescript/src/client.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { keys } from '#tests/support/fixture.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

const root = join(import.meta.dirname, '../..');
const folder = makeFolder();
const built = join(folder.path, 'client.js');
let library: typeof client;
let fixture: OwnFixture;
let baseUrl: string;

beforeAll(async () => {
  const tsc = join(root, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', join(root, 'clients/typescript'), '--outDir', folder.path]);
  library = await import(pathToFileURL(built).href);
  fixture = await ownFixture();
  baseUrl = (await fixture.start()).origin;
});
afterAll(async () => {
  await fixture.remove();
  folder.remove();
});

test('the client has less than 7.5 KB and imports nothing', () => {
  expect(statSync(built).size).toBeLessThan(7.5 * 1024);
  expect(readFileSync(built, 'utf8')).not.toMatch(/\bimport\b|\brequire\b/);
});

/** How programs may find the types. Compilers from before `exports` read `types`. */
const resolutions = [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const;
const typedProgram = `import { type Line, watea } from '@watea/client';
const client = watea({ baseUrl: 'http://x', timeout: 5 });
export async function first(signal: AbortSignal): Promise<string | undefined> {
  const [name] = await client.names(['kea.co.nz'], { signal });
  // @ts-expect-error: an entry has no such member
  name?.nothing;
  for await (const line of client.lookupMany({ points: [[-41.28, 174.77]] }, { signal })) return line satisfies Line && name?.status;
  return undefined;
}
`;

test('the package has the client, its types and its README, and works where it is installed', async () => {
  const source = join(root, 'clients/typescript');
  const [made, user] = [join(folder.path, 'package'), join(folder.path, 'user')];
  for (const file of ['package.json', 'README.md']) cpSync(join(source, file), join(made, file));
  for (const file of readdirSync(folder.path).filter((name) => /\.(?:js|d\.ts)$/.test(name)))
    cpSync(join(folder.path, file), join(made, 'dist', file));
  // what is packed is in dist already
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder.path];
  const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: made, encoding: 'utf8' }));
  const files = packed.files.map(({ path }: { path: string }) => path).toSorted();
  const dist = ['client.d.ts', 'client.js', 'schema.d.ts', 'schema.js'].map((file) => `dist/${file}`);
  expect(files).toEqual(['README.md', ...dist, 'package.json']);
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"type":"module"}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder.path, packed.filename)];
  execFileSync('npm', install, { cwd: user });
  const program =
    "const { watea } = await import('@watea/client'); console.log(typeof watea({ baseUrl: 'http://x' }).point);";
  writeFileSync(join(user, 'program.ts'), typedProgram);
  for (const [module, resolution] of resolutions) {
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      module,
      '--moduleResolution',
      resolution,
    ];
    execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, 'program.ts'], { cwd: user, stdio: 'inherit' });
  }
  const run = ['--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, run, { cwd: user, encoding: 'utf8' })).toBe('function\n');
});

describe('against a running server', () => {
  const ours = (options: Partial<client.WateaOptions> = {}) =>
    library.watea({ baseUrl, apiKey: keys.plain, ...options });

  test('both services answer', async () => {
    expect(await ours().names(['active.nz', 'xn--mori-qsa.co.nz'])).toEqual([
      { code: '200', status: 'Active', domain: 'active.nz' },
      { code: '200', status: 'Active', domain: 'xn--mori-qsa.co.nz', original: 'māori.co.nz' },
    ]);
    expect(await ours().label('active')).toHaveLength(16);
    expect((await ours().droplist({ suffix: 'co.nz' })).length).toBeGreaterThan(0);
    expect(await ours().released()).toEqual(expect.any(Array));
    expect((await ours().point('-40.95', 174.05)).results[0]).toMatchObject({ technology: 'wireless' });
    expect((await ours().firstPoint('-40.95', '174.05')).results[0]).toMatchObject({ technology: 'Wireless' });
    const [levin] = await ours().addresses('3 Kōwhai Road', 1);
    expect((await ours().address(levin?.id ?? '')).text).toBe('3 Kōwhai Road, Levin');
    expect((await ours().providers()).map(({ name }) => name)).toContain('North Fibre');
  });

  test('files are there without a key', async () => {
    const client = library.watea({ baseUrl });
    const { areas, figures } = await client.figures('districts');
    expect([areas, figures[0]?.technology]).toEqual(['Districts', 'Fibre']);
    const { 'dcat:dataset': datasets } = await client.catalogue();
    const [file] = datasets[0]?.['dcat:distribution'] ?? [];
    expect(file?.['spdx:checksum']['spdx:checksumValue']).toMatch(/^[0-9a-f]{64}$/);
    const fault = await client.figures('no such areas').catch((error: unknown) => error);
    expect(fault).toMatchObject({ status: 404, message: 'There are no figures of such areas.' });
  });

  test('more than 1,000 names are asked in several requests, in order', async () => {
    const names = Array.from({ length: 2100 }, (_, at) => `name${at}.nz`);
    expect((await ours().names(names)).map(({ domain }) => domain)).toEqual(names);
  });

  test('many points are looked up in order, also those beyond one request', async () => {
    const points = Array.from({ length: 10_050 }, (_, at) => ['-40.95', `174.${at + 100_000}`] as const);
    const found: string[] = [];
    for await (const line of ours().lookupMany({ points }))
      found.push(('location' in line ? line.location[0] : undefined) ?? 'fault');
    expect(found).toEqual(points.map(([, x]) => x));
  });

  test('addresses are looked up by id and by text', async () => {
    const lines: client.Line[] = [];
    for await (const line of ours().lookupMany({ addresses: ['3 kowhai rd levin', '3 Kōwhai Road', 'x'.repeat(201)] }))
      lines.push(line);
    const [clear, unclear, wrong] = lines;
    expect(clear).toMatchObject({ text: '3 Kōwhai Road, Levin' });
    expect(unclear).toMatchObject({ code: 400, candidates: [{ text: '3 Kōwhai Road, Levin' }, {}] });
    expect(wrong).toMatchObject({ code: 400 });
    const id = clear !== undefined && 'id' in clear ? clear.id : '';
    for await (const line of ours().lookupMany({ address_ids: [id] })) expect(line).toEqual(clear);
  });

  test('an error has its status, its sentence and the id of the request', async () => {
    const fault = await ours({ apiKey: keys.first })
      .point('-41', '174')
      .catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(library.WateaError);
    expect(fault).toMatchObject({
      status: 403,
      message: 'This key may not be used here: it lacks the scope "2.0".',
      requestId: expect.stringMatching(/^[\w.-]+$/),
    });
  });

  test('a request over a limit is sent again after Retry-After', async () => {
    const slow = ours({ apiKey: keys.slow, retries: 20 });
    const asked = Array.from({ length: 5 }, () => slow.point('-42', '172'));
    expect(await Promise.all(asked)).toHaveLength(5);
  });
});

describe('against a server that misbehaves', () => {
  /** Answers in turn, the last one each time after that. @returns what it was asked how often */
  async function answering(...answers: [status: number, headers: Record<string, string>, body: string][]) {
    let asked = 0;
    const server = createServer((_request, response) => {
      const [status, headers, body] = answers[Math.min(asked++, answers.length - 1)] ?? [500, {}, ''];
      response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const own = library.watea({ baseUrl: `http://127.0.0.1:${port}`, retries: 2 });
    return { own, times: () => asked, close: () => server.close() };
  }
  const refused = '{"code":503,"error":"busy"}';

  test.each([
    ['503 with Retry-After: two times more', 503, { 'Retry-After': '0' }, 3],
    ['503 without it: never', 503, {}, 1],
    ['429 for longer than one waits: never', 429, { 'Retry-After': '3600' }, 1],
    ['500: never', 500, { 'Retry-After': '0' }, 1],
  ])('%s', async (_what, status, headers, times) => {
    const { own, times: asked, close } = await answering([status, headers, refused]);
    await expect(own.providers()).rejects.toMatchObject({ status, message: 'busy' });
    expect(asked()).toBe(times);
    close();
  });

  test('a bulk answer that ends early is an error, not an end', async () => {
    const { own, close } = await answering([200, {}, '{"location":["1","2"],"results":[]}\n']);
    const lines: client.Line[] = [];
    const all = async () => {
      for await (const line of own.lookupMany({
        points: [
          [1, 2],
          [3, 4],
        ],
      }))
        lines.push(line);
    };
    await expect(all()).rejects.toMatchObject({ message: 'The answer ended after 1 of 2 lines.' });
    expect(lines).toHaveLength(1);
    close();
  });

  /** Begins an answer, and never ends it. */
  async function silent(head: boolean) {
    let sent = () => {};
    const isAsked = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const server = createServer((_request, response) => {
      if (head) response.writeHead(200).write('{"location":["1","2"],"results":[]}\n');
      sent();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { baseUrl: `http://127.0.0.1:${port}`, isAsked, close };
  }

  test('an answer that does not come, or not to its end, is an error', async () => {
    for (const head of [false, true]) {
      const { baseUrl: url, close } = await silent(head);
      const over = { status: 0, message: 'No answer came within 0.05 seconds.' };
      await expect(library.watea({ baseUrl: url, timeout: 0.05 }).providers()).rejects.toMatchObject(over);
      close();
    }
  });

  test('a signal ends a call, a part of a long answer, and the wait before a further request', async () => {
    const { baseUrl: url, isAsked, close } = await silent(true);
    const controller = new AbortController();
    const call = library.watea({ baseUrl: url }).lookupMany(
      {
        points: [
          [1, 2],
          [3, 4],
        ],
      },
      { signal: controller.signal },
    );
    expect((await call.next()).done).toBe(false);
    await isAsked;
    const reason = new Error('no longer wanted');
    controller.abort(reason);
    await expect(call.next()).rejects.toBe(reason);
    close();

    const busy = await answering([503, { 'Retry-After': '50' }, refused]);
    const waiting = new AbortController();
    const asked = busy.own.providers({ signal: waiting.signal });
    await expect.poll(() => busy.times()).toBe(1);
    waiting.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect(busy.own.providers({ signal: waiting.signal })).rejects.toBe(reason);
    busy.close();
  });
});
