import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { absoluteFolder, newestBuild } from '#server/http/build-folder.ts';
import { ask } from '#tests/support/http.ts';
import { callActionRaw, ownOrigin, signInFor } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { auditRows } from '#tests/support/staff/writes.ts';
import { uploadClient } from '#tests/support/uploads.ts';

/**
 * Walks over every page, route and action of the staff screens with the session of a provider's person. What is not listed
 * here must refuse them, so a screen that is added later is refused or fails this test.
 */
const ownPages = /^\/admin\/(own|account|login|invitation|refused|\[\.\.\.missing\])(\/|$)/;
const ownActions = /^app\/admin\/(own\/|account\/|login\/|invitation\/|sign-out\.ts$)/;
const ownRoutes = [
  '/admin/uploads',
  '/admin/uploads/[upload]',
  '/admin/jobs/[job]/state',
  '/admin/own/reports/export',
  // where an OpenID Connect provider sends people, and speaks to the server itself
  '/admin/login/openid',
  '/admin/login/openid/ended',
];

const root = `${import.meta.dirname}/../..`;
const addressOf = (path: string) => path.replaceAll(/\[[^\]]+\]/g, '999');
const pages = globSync('app/admin/**/page.tsx', { cwd: root }).map((file) => `/${file.slice(4, -'/page.tsx'.length)}`);
const routes = globSync('app/admin/**/route.ts', { cwd: root }).flatMap((file) => {
  const methods = readFileSync(`${root}/${file}`, 'utf8').matchAll(/export async function ([A-Z]+)\(/g);
  return [...methods].map(([, method = '']) => ({ path: `/${file.slice(4, -'/route.ts'.length)}`, method }));
});

interface ServerAction {
  readonly filename: string;
  readonly exportedName: string;
  readonly workers: Readonly<Record<string, unknown>>;
}

let fixture: SharedFixture;
let cookie: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  cookie = signInFor(fixture.databaseFile, 'North Fibre', 'mere@north.example');
});

const get = (target: string) => ask(fixture.port, { target, headers: { Cookie: cookie } });

describe('a provider’s person', () => {
  test('starts on the screen of their network', async () => {
    const { status, headers } = await get('/admin');
    expect([status, headers.location]).toEqual([307, '/admin/own']);
    const { status: own, body } = await get('/admin/own');
    expect(own).toBe(200);
    expect(body).toContain('North Fibre');
    expect(body).not.toContain('East Fibre');
  });

  test.each(pages.filter((path) => path !== '/admin' && !ownPages.test(path)))('cannot open %s', async (path) => {
    const { status, headers } = await get(addressOf(path));
    expect([status, headers.location]).toEqual([307, expect.stringMatching(/^\/admin\/refused\?needs=/)]);
  });

  test.each(pages.filter((path) => /^\/admin\/(own|account)/.test(path)))('opens %s, if it is theirs', async (path) => {
    const { status } = await get(addressOf(path));
    expect(status).toBe(path.includes('[') ? 404 : 200);
  });

  test.each(routes.filter(({ path }) => !ownRoutes.includes(path)))('is refused by $method $path', async (route) => {
    const lists = route.path.includes('[list]') ? exportedNames() : ['1'];
    for (const list of lists) {
      const target = addressOf(route.path.replace('[list]', list));
      const { status, headers } = await ask(fixture.port, {
        target: `${target}?format=csv`,
        method: route.method,
        headers: { Cookie: cookie, Origin: ownOrigin },
      });
      const isRefused = status === 403 || /^\/admin\/refused\?/.test(String(headers.location));
      expect([target, status, isRefused]).toEqual([target, status, true]);
    }
  });

  test('is refused by every action that is not theirs, and leaves no trace', async () => {
    const before = auditRows(fixture.databaseFile);
    const actions = serverActions().filter(({ filename }) => !ownActions.test(filename));
    expect(actions.length).toBeGreaterThan(50);
    const allowed: string[] = [];
    for (const { filename: file, exportedName: name, workers } of actions) {
      const page = addressOf(String(Object.keys(workers)[0]).slice('app'.length, -'/page'.length));
      const request = { page, action: { file, name }, values: [], cookie, origin: ownOrigin };
      const { body } = await callActionRaw(fixture.port, request);
      if (!/"ok":false,"status":403/.test(body)) allowed.push(`${file} ${name}: ${body.slice(0, 200)}`);
    }
    expect(allowed).toEqual([]);
    expect(auditRows(fixture.databaseFile)).toEqual(before);
  });

  test('uploads coverage only, from our own pages only, and sees no job of others', async () => {
    const uploads = uploadClient(fixture.port, cookie);
    const file = { name: 'towns.geojson', bytes: 10 };
    expect((await uploads.announce({ ...file, queue: 'register' })).status).toBe(403);
    expect((await uploads.announce({ ...file, queue: 'coverage' })).status).toBe(201);
    const foreign = uploadClient(fixture.port, cookie, 'https://evil.example');
    expect((await foreign.announce({ ...file, queue: 'coverage' })).status).toBe(403);
    expect((await get('/admin/jobs/1/state')).status).toBe(404);
  });

  test('is linked to nothing but their own screens', async () => {
    const { body } = await get('/admin/own');
    const links = [...body.matchAll(/href="(\/admin[^"]*)"/g)].map(([, href]) => href);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((href) => !/^\/admin\/(own|account)/.test(String(href)))).toEqual([]);
  });
});

function serverActions(): readonly ServerAction[] {
  const manifest = `${absoluteFolder(newestBuild())}/server/server-reference-manifest.json`;
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as { node: Record<string, ServerAction> };
  return Object.values(node).filter(({ filename }) => filename.startsWith('app/admin/'));
}

/** The names of all lists that can be read as a file. */
function exportedNames(): string[] {
  const source = readFileSync(`${root}/app/admin/export/[list]/route.ts`, 'utf8');
  return [...source.matchAll(/\['(\w+)', exported/g)].map(([, name = '']) => name);
}
