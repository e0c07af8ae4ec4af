import { beforeAll, describe, expect, test } from 'vitest';
import { raiseAlarm } from '#db/jobs/alarms.ts';
import { insertMessage } from '#db/outbox/messages.ts';
import { putListedNames } from '#db/registry/listed-names.ts';
import { askProviders, putAnswer } from '#db/reports/answers.ts';
import { addReport } from '#db/reports/reports.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type ActionName, callAction, ownOrigin, signIn, signInFor } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { auditRows, describeWritesOfEditors, revisionNow, type StaffWrite } from '#tests/support/staff/writes.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const mail = { kind: 'alert', channel: 'mail', recipient: 'ops@watea.example', body: 'text' } as const;
const visitorReport = {
  point: { x: -52_000_000, y: -412_000_000 },
  what: 'Fibre is here.',
  email: undefined,
  shown: '',
};

let fixture: SharedFixture;
let editor: string;
let viewer: string;
/** A person of a network provider. */
let person: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  person = signInFor(fixture.databaseFile, 'North Fibre', 'mere@north.example');
  fixture.change((writer) =>
    raiseAlarm(writer, 'register inbox', { code: 'inbox-unusable', folder: '/in', message: 'gone' }, fixtureNowMs),
  );
  fixture.change(({ db }) => {
    for (const name of ['held.co.nz', 'held.org.nz']) putListedNames(db, [{ name, status: 'Reserved', reason: '' }]);
    for (const subject of ['one', 'two']) insertMessage(db, { ...mail, subject }, fixtureNowMs);
    for (const what of ['Fibre is here.', 'Slow at night.']) {
      const id = addReport(db, { ...visitorReport, what }, { answer: '{"results":[]}', versionId: 1 }, fixtureNowMs);
      askProviders(db, id, [1, 2]);
    }
    putAnswer(db, 1, 1, {
      outcome: 'not-so',
      delivery: null,
      words: 'Measured.',
      answeredBy: 'mere',
      answeredAt: fixtureNowMs,
    });
  });
  // on a busy machine the first page may be refused while it is compiled
  await waitUntil('the pages', async () => (await get('/admin')).status === 200);
});

const action = (subject: string, name: string): ActionName => ({ file: `app/admin/${subject}/actions.ts`, name });
const get = (target: string, cookie = viewer) => ask(fixture.port, { target, headers: { Cookie: cookie } });

const writes: readonly StaffWrite[] = [
  {
    page: '/admin',
    action: action('overview', 'acknowledge'),
    values: [{ condition: 'register inbox', note: 'The share is being mounted.' }],
    recorded: ['alarm.acknowledge', 'register inbox'],
  },
  {
    page: '/admin/registrars',
    action: action('registrars', 'disableRegistrars'),
    carries: 'button',
    values: [[2, 3]],
    recorded: ['registrar.change', 'Slow Too Registrar'],
  },
  {
    page: '/admin/registrars',
    action: action('registrars', 'enableRegistrars'),
    carries: 'button',
    values: [[2, 3]],
    recorded: ['registrar.change', 'Slow Too Registrar'],
  },
  {
    page: '/admin/registrars/1',
    action: action('registrars', 'removeNetworks'),
    carries: 'button',
    values: [[3]],
    recorded: ['network.remove', '192.0.2.0/24 of Allowed Registrar'],
  },
  {
    page: '/admin/registrars',
    action: action('registrars', 'removeRegistrars'),
    carries: 'button',
    values: [[3]],
    recorded: ['registrar.remove', 'Slow Too Registrar'],
  },
  {
    page: '/admin/users/keys',
    action: action('users', 'revokeKeys'),
    carries: 'button',
    values: [[5, 6]],
    recorded: ['key.revoke', 'key TestTh… of fixture@watea.example'],
  },
  {
    page: '/admin/technologies',
    action: action('technologies', 'retireTechnologies'),
    carries: 'button',
    values: [[5]],
    recorded: ['technology.retire', /./],
  },
  {
    page: '/admin/technologies',
    action: action('technologies', 'reviveTechnologies'),
    carries: 'button',
    values: [[5]],
    recorded: ['technology.revive', /./],
  },
  {
    page: '/admin/register/lists',
    action: action('register/lists', 'removeListedNames'),
    carries: 'button',
    values: [['held.co.nz', 'held.org.nz']],
    recorded: ['register.unreserve', 'held.org.nz'],
  },
  {
    page: '/admin/outbox',
    action: action('outbox', 'tryMessagesAgain'),
    values: [[1, 2]],
    recorded: ['outbox.retry', 'message 2 (alert)'],
  },
  {
    page: '/admin/users',
    action: action('users', 'removeUsers'),
    carries: 'button',
    values: [[1]],
    recorded: ['user.remove', 'fixture@watea.example'],
  },
];

test('the overview has the problem first, with what to do and where, and only editors acknowledge it', async () => {
  const [asEditor, asViewer] = [(await get('/admin', editor)).body, (await get('/admin')).body];
  expect(asEditor.indexOf('A register file was not imported')).toBeGreaterThan(0);
  expect(asEditor.indexOf('A register file was not imported')).toBeLessThan(asEditor.indexOf('Work in progress'));
  expect(asEditor).toContain('Read the report beside the file.');
  expect(asEditor).toContain('Acknowledge: A register file was not imported');
  expect(asViewer).not.toContain('Acknowledge:');
});

describe('exports', () => {
  const lines = (body: string) => body.trimEnd().split(/\r?\n/);

  test('a list is exported as it is filtered, as CSV or NDJSON', async () => {
    const csv = await get('/admin/export/registrars?format=csv&search=slow');
    expect(csv.status).toBe(200);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(/^attachment; filename="watea-registrars-.*\.csv"$/),
    });
    expect(lines(csv.body)[0]).toBe('\uFEFFid,name,contactEmail,networks,perSecond,enabled,added');
    const names = lines(csv.body)
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect(names).toEqual(['Slow Registrar', 'Slow Too Registrar']);
    const json = await get('/admin/export/registrars?format=ndjson&search=slow');
    const rows = lines(json.body).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(rows[0]).toMatchObject({ enabled: true, added: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+1[23]:00$/) });
  });

  test.each([
    'networks?registrar=1',
    'users',
    'keys',
    'names',
    'providers',
    'technologies',
    'reports',
    'jobs',
    'versions',
    'runs',
    'listed-names',
    'refused-callers?period=30d',
    'requests',
  ])('%s can be exported, and no row has a secret', async (target) => {
    const { status, body } = await get(`/admin/export/${target}${target.includes('?') ? '&' : '?'}format=ndjson`);
    expect(status).toBe(200);
    expect(body).not.toMatch(/hash|[A-Za-z0-9]{32}/);
  });

  test('a file of reports has their points in degrees', async () => {
    const [first] = lines((await get('/admin/export/reports?format=ndjson')).body);
    expect(JSON.parse(first ?? '')).toMatchObject({ id: 1, latitude: -41.2, longitude: 174.8 });
  });

  test('a provider’s people search, filter, sort and export their own reports, and staff do not open that file', async () => {
    const path = '/admin/own/reports';
    const shown = async (query: string) => {
      const { body } = await get(`${path}?${query}`, person);
      return ['Fibre is here.', 'Slow at night.'].filter((text) => body.includes(text));
    };
    expect(await shown('state=open')).toEqual(['Slow at night.']);
    expect(await shown('state=not-so')).toEqual(['Fibre is here.']);
    expect(await shown('search=measured')).toEqual(['Fibre is here.']);
    const { body } = await get(path, person);
    expect(body.indexOf('Slow at night.')).toBeLessThan(body.indexOf('Fibre is here.'));
    const file = await get(`${path}/export?format=ndjson&state=not-so`, person);
    expect(lines(file.body).map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ id: 1, latitude: -41.2, longitude: 174.8, outcome: 'not-so', answer: 'Measured.' }),
    ]);
    const { status, headers } = await get(`${path}/export`, editor);
    expect([status, headers.location]).toEqual([307, expect.stringContaining('/admin/refused')]);
  });

  test('the list of staff is for administrators; an unknown list or format is refused', async () => {
    expect((await get('/admin/export/staff')).status).toBe(307);
    expect((await get('/admin/export/staff', signIn(fixture.databaseFile, 'admin'))).status).toBe(200);
    expect((await get('/admin/export/passwords')).status).toBe(404);
    expect((await get('/admin/export/users?format=xls')).status).toBe(400);
    expect((await get('/admin/export/users', '')).status).toBe(307);
  });
});

describe('finding', () => {
  test.each([
    ['Allowed Registrar', '/admin/registrars/1'],
    ['TestOr', '/admin/users/keys/4'],
    ['192.0.2.7', '/admin/registrars/test?address=192.0.2.7'],
    ['kea.co.nz', '/admin/register?name=kea.co.nz'],
    ['version 1', '/admin/coverage/versions/1'],
    ['āllowed regīstrar', '/admin/registrars/1'],
    ['audit', '/admin/audit'],
    ['BACKUP_DIR', '/admin/settings?search=BACKUP_DIR'],
    ['vdsl', '/admin/technologies/3'],
  ])('%s leads to %s', async (text, path) => {
    const { status, headers } = await get(`/admin/search?q=${encodeURIComponent(text)}`);
    expect([status, headers.location]).toEqual([307, path]);
  });

  test('several matches are listed, and nothing is found of what does not exist', async () => {
    const many = (await get('/admin/search?q=slow')).body;
    for (const found of ['Slow Registrar', 'Slow Too Registrar']) expect(many).toContain(found);
    // a provider's name and a technology's: neither is opened at once
    const fibre = (await get('/admin/search?q=fibre')).body;
    for (const found of ['North Fibre', '/admin/technologies/1']) expect(fibre).toContain(found);
    const typed = await get('/admin/search/suggestions?q=slow');
    expect(JSON.parse(typed.body)).toContainEqual(expect.objectContaining({ title: 'Slow Too Registrar' }));
    const [name] = JSON.parse((await get('/admin/search/suggestions?q=maori')).body);
    expect(name).toMatchObject({ title: 'māori.co.nz', detail: 'Names in the register' });
    expect((await ask(fixture.port, { target: '/admin/search/suggestions?q=slow' })).status).toBe(401);
    expect((await get('/admin/search?q=zzzz')).body.replaceAll('<!-- -->', '')).toContain('Nothing matches “zzzz”');
  });
});

test('columns are chosen in the address', async () => {
  const { body } = await get('/admin/registrars?columns=networks');
  expect(body).toMatch(/data-title="Registrar".*data-title="Networks"/s);
  expect(body).not.toContain('data-title="Contact"');
});

describeWritesOfEditors(writes, () => ({ port: fixture.port, databaseFile: fixture.databaseFile, editor, viewer }));

test('a row that is refused leaves the others changed, and the answer says why', async () => {
  const { databaseFile } = fixture;
  const before = auditRows(databaseFile).length;
  const answer = await callAction(fixture.port, {
    page: '/admin/registrars',
    action: action('registrars', 'disableRegistrars'),
    cookie: editor,
    values: [[1, 999], revisionNow(databaseFile)],
    origin: ownOrigin,
  });
  expect(answer).toMatchObject({
    ok: true,
    value: { done: 1, refused: [{ record: '999', sentence: expect.stringContaining('no longer exists') }] },
  });
  expect(auditRows(databaseFile)).toHaveLength(before + 1);
});

test('the history of a thing says in words what was changed', async () => {
  const { body } = await get('/admin/registrars/1/history');
  const words = body.replaceAll('<!-- -->', '');
  for (const text of ['Changed the registrar', 'Removed the network', 'Enabled: no, was yes'])
    expect(words).toContain(text);
});
