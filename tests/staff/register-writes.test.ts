import { beforeAll, describe, expect, test } from 'vitest';
import { listedName } from '#db/registry/schema.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { ask } from '#tests/support/http.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { type ActionName, callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { auditRows, describeWritesOfEditors, revisionNow } from '#tests/support/staff/writes.ts';

let fixture: SharedFixture;
let editor: string;
let viewer: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
});

const page = '/admin/register/lists';
const lists = (name: string): ActionName => ({ file: 'app/admin/register/lists/actions.ts', name });
const kea = { name: 'KEA.nz', status: 'Conflicted', reason: 'two holders' };

describeWritesOfEditors(
  [
    { page, action: lists('addListed'), values: [kea], recorded: ['register.reserve', 'kea.nz'] },
    {
      page: `${page}/kea.nz`,
      action: lists('saveListed'),
      carries: 'form',
      values: ['kea.nz', { status: 'Resolved' }],
      recorded: ['register.reserve', 'kea.nz'],
    },
    {
      page,
      action: lists('removeListed'),
      carries: 'button',
      values: ['kea.nz'],
      recorded: ['register.unreserve', 'kea.nz'],
    },
    {
      page,
      action: lists('importListed'),
      values: [{ source: 'crown.csv', text: 'domain,status\nweka.nz,Reserved\n' }],
      recorded: ['register.reserve', 'crown.csv'],
    },
  ],
  () => ({ port: fixture.port, databaseFile: fixture.databaseFile, editor, viewer }),
);

const revision = () => revisionNow(fixture.databaseFile);
const editorDoes = (name: string, ...values: unknown[]) =>
  callAction(fixture.port, {
    page: name === 'saveListed' ? `${page}/reserved.co.nz` : page,
    action: lists(name),
    values,
    cookie: editor,
    origin: ownOrigin,
  });

function listedRows(): string[] {
  const rows = readDatabase(fixture.databaseFile, ({ db }) =>
    db.select().from(listedName).orderBy(listedName.name).all(),
  );
  return rows.map(({ name, status, reason }) => `${name} ${status} ${reason}`);
}

describe('a refused change is reported at its field and changes nothing', () => {
  const cases: [
    why: string,
    action: string,
    given: object | string | (() => unknown[]),
    fields: Record<string, RegExp>,
  ][] = [
    [
      'no .nz name',
      'addListed',
      { ...kea, name: 'www.kea.nz' },
      { name: /"www.kea.nz" is not a single label below .nz/ },
    ],
    ['no name', 'addListed', { ...kea, name: '' }, { name: /Fill this in/ }],
    ['a rule', 'addListed', { ...kea, name: 'gōvt.nz' }, { name: /gōvt.nz is already prohibited by a rule/ }],
    [
      'a name that is already listed',
      'addListed',
      { ...kea, name: 'RESERVED.co.nz' },
      { name: /RESERVED.co.nz is already listed as Reserved/ },
    ],
    [
      'not directly below .nz',
      'addListed',
      { ...kea, name: 'kea.co.nz' },
      { status: /kea.co.nz cannot be Conflicted.*only names directly below .nz/ },
    ],
    ['another status', 'addListed', { ...kea, status: 'Active' }, { status: /Choose one of the options/ }],
    ['a long reason', 'addListed', { ...kea, reason: 'x'.repeat(501) }, { reason: /at most 500/ }],
    [
      'a change to a status that the name cannot have',
      'saveListed',
      () => ['reserved.co.nz', { status: 'Resolved' }, { revision: revision() }],
      { status: /only names directly below .nz/ },
    ],
    ['an empty file', 'importListed', { source: 'a.csv', text: '' }, { 'line 1': /The file is empty/ }],
    ['a long file', 'importListed', { source: 'a.csv', text: 'x'.repeat(900_001) }, { text: /at most 900,000/ }],
    [
      'rows with faults',
      'importListed',
      { source: 'a.csv', text: 'domain,status\nmoa.nz,Reserved\nmoa.co.nz,Resolved\nmoa.nz,Prohibited\n' },
      { status: /^Line 3: moa.co.nz cannot be Resolved/, 'line 4': /is already on line 2/ },
    ],
    ['a name that is not listed', 'removeListed', () => ['moa.nz', revision()], {}],
  ];
  test.each(cases)('%s: %s', async (_why, name, given, fields) => {
    const before = [listedRows(), auditRows(fixture.databaseFile)];
    const answer = await editorDoes(name, ...(typeof given === 'function' ? given() : [given]));
    expect(answer).toMatchObject({ ok: false, status: 400 });
    const expected = Object.entries(fields).map(([field, words]) => [field, expect.stringMatching(words)]);
    expect(answer.fields).toEqual(Object.fromEntries(expected));
    expect([listedRows(), auditRows(fixture.databaseFile)]).toEqual(before);
  });
});

test('a change takes effect in the API immediately', async () => {
  const statusOf = async (name: string) => {
    const { body } = await ask(fixture.port, { target: `/1.0/availability?domains[]=${encodeURIComponent(name)}` });
    return JSON.parse(body)[0].status;
  };
  expect(await statusOf('kākāpō.nz')).toBe('Available');
  expect(await editorDoes('addListed', { name: 'kākāpō.nz', status: 'Conflicted', reason: '' })).toMatchObject({
    ok: true,
    value: 'kākāpō.nz',
  });
  expect(await statusOf(parseName('kākāpō.nz').domain)).toBe(await statusOf('kākāpō.nz'));
  expect(await statusOf('kākāpō.nz')).toBe('Conflicted');
  await editorDoes('saveListed', 'kākāpō.nz', { status: 'Resolved' }, { revision: revision() });
  expect(await statusOf('kākāpō.nz')).toBe('Resolved');
  await editorDoes('removeListed', 'kākāpō.nz', revision());
  expect(await statusOf('kākāpō.nz')).toBe('Available');
});

test('a viewer sees the lists, but no way to change them', async () => {
  const { body } = await ask(fixture.port, { target: page, headers: { Cookie: viewer } });
  expect(body).toContain('reserved.co.nz');
  expect(body).not.toContain('Add a name');
  expect(body).not.toContain('Remove reserved.co.nz');
  const own = await ask(fixture.port, { target: `${page}/reserved.co.nz`, headers: { Cookie: viewer } });
  expect(own.body).not.toContain('On the list');
});

test.each(['/admin/register', '/admin/register/names', '/admin/register/calendar', page, `${page}/reserved.co.nz`])(
  'without a session nobody sees %s',
  async (target) => {
    const { status, headers } = await ask(fixture.port, { target });
    expect([status, headers.location]).toEqual([307, '/admin/login']);
  },
);
