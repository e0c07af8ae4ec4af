import { beforeAll, describe, expect, test } from 'vitest';
import { linksToPassOn } from '#db/access/requests/links.ts';
import { requestsOf, updateRequest } from '#db/access/requests/requests.ts';
import { openWriter } from '#db/client.ts';
import { askForAccess } from '#flows/access/requests/ask.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { actionId, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { describeWritesOfEditors } from '#tests/support/staff/writes.ts';

let fixture: SharedFixture;
let editor: string;
let viewer: string;

const asked = {
  name: 'Kim',
  email: 'kim@example.nz',
  organisation: 'New Registrar',
  purpose: '<b>Names</b>',
  terms: 'yes',
  website: '',
};
const mailing = { baseUrl: ownOrigin, isMailSet: false };
const file = 'app/admin/requests/actions.ts';
const links = () => readDatabase(fixture.databaseFile, (reader) => linksToPassOn(reader, fixtureNowMs));

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  const kinds = [{ kind: 'key' }, { kind: 'networks', networks: '198.51.100.0/28' }, { kind: 'key' }];
  const writer = openWriter(fixture.databaseFile);
  for (const kind of kinds) await askForAccess(writer, { ...asked, ...kind }, mailing, fixtureNowMs);
  for (const id of [1, 2, 3]) updateRequest(writer.db, id, { state: 'open', confirmedAt: fixtureNowMs });
  writer.sqlite.close();
});

const terms = { label: 'Map', expiresAt: '', perSecond: '', perDay: '', origins: '', scopes: ['2.0'] };
const registrar = { registrarId: '', newRegistrar: 'New Registrar', perSecond: '', areOverlapsConfirmed: false };

describeWritesOfEditors(
  [
    {
      page: '/admin/requests/1',
      action: { file, name: 'approveKey' },
      carries: 'form',
      values: [1, terms],
      recorded: ['request.approve', 'request 1'],
    },
    {
      page: '/admin/requests/2',
      action: { file, name: 'approveNetworks' },
      carries: 'form',
      values: [2, registrar],
      recorded: ['network.add', '198.51.100.0/28 of New Registrar'],
    },
    {
      page: '/admin/requests/3',
      action: { file, name: 'declineRequest' },
      carries: 'form',
      values: [3, 'No.'],
      recorded: ['request.decline', 'request 3'],
    },
    {
      page: '/admin/requests',
      action: { file, name: 'showLink' },
      values: () => [links()[0]?.tokenHash],
      recorded: ['request.pass-on', /^(?:confirm|claim) link of request \d$/],
    },
  ],
  () => ({ port: fixture.port, databaseFile: fixture.databaseFile, editor, viewer }),
);

test('a viewer sees the queue, and no links', async () => {
  const { body } = await ask(fixture.port, { target: '/admin/requests', headers: { Cookie: viewer } });
  expect(body).toContain('New Registrar');
  expect(body).not.toContain('Links to pass on');
  const page = await ask(fixture.port, { target: '/admin/requests/1', headers: { Cookie: viewer } });
  expect(page.body).toContain('&lt;b&gt;Names&lt;/b&gt;');
});

describe('a form of the pages for developers', () => {
  const actions = 'app/(developers)/developers/actions.ts';
  /** Sends a form as a browser without scripts does. */
  const send = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) => {
    const boundary = 'x-boundary';
    const given = { $ACTION_REF_1: '', ...fields };
    const part = ([name, value]: [string, string]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    return ask(fixture.port, {
      target: '/developers/ask',
      method: 'POST',
      headers: {
        Host: new URL(ownOrigin).host,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        ...headers,
      },
      body: `${Object.entries(given).map(part).join('')}--${boundary}--\r\n`,
    });
  };
  const reference = () => ({
    '$ACTION_1:0': JSON.stringify({ id: actionId({ file: actions, name: 'askForAccess' }), bound: '$@1' }),
    '$ACTION_1:1': JSON.stringify([{ isDone: false, fields: {}, values: {} }]),
    $ACTION_KEY: 'k1',
  });
  const stored = () => readDatabase(fixture.databaseFile, (reader) => requestsOf(reader, 'lee@example.nz')).length;
  const form = { ...asked, kind: 'key', email: 'lee@example.nz' };

  test.each([
    ['from another site', { Origin: 'https://evil.example' }, 403],
    ['from another site, as the browser says', { Origin: ownOrigin, 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('is refused %s', async (_how, headers, status) => {
    expect((await send({ ...reference(), ...form }, headers)).status).toBe(status);
    expect(stored()).toBe(0);
  });

  test('is refused without an Origin', async () => {
    const { body } = await send({ ...reference(), ...form }, {});
    expect(body).toContain('did not come from a page');
    expect(stored()).toBe(0);
  });

  test('is taken from our own page, so often a day', async () => {
    const { status } = await send({ ...reference(), ...form }, { Origin: ownOrigin });
    expect([status, stored()]).toEqual([200, 1]);
    const bodies: string[] = [];
    for (let attempt = 0; attempt < 40; attempt++)
      bodies.push((await send({ ...reference(), ...form }, { Origin: ownOrigin })).body);
    // on a fast machine by the limit of a second, on a slow one by that of a day
    expect(bodies.some((body) => body.includes('Too many requests came from your address'))).toBe(true);
    expect(stored()).toBeLessThanOrEqual(5);
  });
});
