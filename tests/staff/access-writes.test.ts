import { beforeAll, describe, expect, test } from 'vitest';
import { checkAuditLog } from '#db/integrity.ts';
import { ask } from '#tests/support/http.ts';
import { queryDatabase, readDatabase } from '#tests/support/read-database.ts';
import { type ActionName, callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { auditRows, describeWritesOfEditors, revisionNow, type StaffWrite } from '#tests/support/staff/writes.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: SharedFixture;
let editor: string;
let viewer: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
});

const registrars = (name: string): ActionName => ({ file: 'app/admin/registrars/actions.ts', name });
const users = (name: string): ActionName => ({ file: 'app/admin/users/actions.ts', name });

const details = { name: 'Example', contactEmail: 'ops@example.nz', note: '', perSecond: '70', enabled: true };
const user = { email: 'jo@example.nz', name: 'Jo', organisation: 'Example', note: '' };
const terms = { label: 'site', expiresAt: '', perSecond: '', perDay: '', origins: '' };
const entry = (network: string) => ({
  registrarId: 1,
  network,
  note: '',
  validFrom: '',
  validUntil: '',
  typedNetwork: '',
  confirmedOverlaps: '',
});

/** Every write of these screens. */
const writes: readonly StaffWrite[] = [
  {
    page: '/admin/registrars/new',
    action: registrars('addRegistrar'),
    values: [details],
    recorded: ['registrar.add', 'Example'],
  },
  {
    page: '/admin/registrars/1/settings',
    action: registrars('changeRegistrar'),
    carries: 'form',
    values: [1, { ...details, name: 'Allowed Registrar', perSecond: '100000' }],
    recorded: ['registrar.change', 'Allowed Registrar'],
  },
  {
    page: '/admin/registrars/1',
    action: registrars('allowNetwork'),
    values: [entry('198.51.100.0/24')],
    recorded: ['network.add', '198.51.100.0/24 of Allowed Registrar'],
  },
  {
    page: '/admin/registrars/1',
    action: registrars('allowPasted'),
    values: [{ registrarId: 1, lines: '203.0.113.9 office\n', areOverlapsConfirmed: false }],
    recorded: ['network.add', '203.0.113.9/32 of Allowed Registrar'],
  },
  {
    page: '/admin/registrars/1/networks/3',
    action: registrars('changeNetwork'),
    carries: 'form',
    values: [3, { note: 'documentation', validFrom: '', validUntil: '2030-01-01T00:00' }],
    recorded: ['network.change', '192.0.2.0/24 of Allowed Registrar'],
  },
  {
    page: '/admin/registrars/1',
    action: registrars('removeNetwork'),
    carries: 'button',
    values: [3],
    recorded: ['network.remove', '192.0.2.0/24 of Allowed Registrar'],
  },
  {
    page: '/admin/registrars/3',
    action: registrars('removeRegistrar'),
    carries: 'button',
    values: [3],
    recorded: ['registrar.remove', 'Slow Too Registrar'],
  },
  { page: '/admin/users/new', action: users('addUser'), values: [user], recorded: ['user.add', 'jo@example.nz'] },
  {
    page: '/admin/users/1/settings',
    action: users('changeUser'),
    carries: 'form',
    values: [1, { ...user, email: 'fixture@watea.example' }],
    recorded: ['user.change', 'fixture@watea.example'],
  },
  {
    page: '/admin/users/1',
    action: users('issueKey'),
    values: [1, terms],
    recorded: ['key.issue', /^key .{6}… of fixture@watea\.example$/],
  },
  {
    page: '/admin/users/keys/4/settings',
    action: users('changeKey'),
    carries: 'form',
    values: [4, { ...terms, origins: 'https://other.example', scopes: ['1.0', '2.0'] }],
    recorded: ['key.change', 'key TestOr… of fixture@watea.example'],
  },
  {
    page: '/admin/users/keys/5',
    action: users('replaceKey'),
    carries: 'button',
    values: [{ id: 5, overlapMs: '1h', expiresAt: '' }],
    recorded: ['key.change', 'key TestSl… of fixture@watea.example'],
  },
  {
    page: '/admin/users/1',
    action: users('revokeKey'),
    carries: 'button',
    values: [6],
    recorded: ['key.revoke', 'key TestTh… of fixture@watea.example'],
  },
  {
    page: '/admin/users/2',
    action: users('removeUser'),
    carries: 'button',
    values: [2],
    recorded: ['user.remove', 'jo@example.nz'],
  },
];

describeWritesOfEditors(writes, () => ({
  port: fixture.port,
  databaseFile: fixture.databaseFile,
  editor,
  viewer,
}));

test('the chain of the audit log is intact after all of them', () => {
  const { databaseFile } = fixture;
  expect(readDatabase(databaseFile, checkAuditLog)).toEqual({ rows: auditRows(databaseFile).length });
});

describe('a change soon takes effect in the API on both of two workers (R11, N11)', () => {
  const editorDoes = async (page: string, action: ActionName, ...values: unknown[]) => {
    const answer = await callAction(fixture.port, { page, action, values, cookie: editor, origin: ownOrigin });
    expect(answer).toMatchObject({ ok: true });
    return answer.value;
  };
  /** Sends enough requests on separate connections for both workers to answer, until all of them answer `status`. */
  const bothAnswer = (status: number, target: string, from?: string) =>
    waitUntil(`the status ${status} of ${target}`, async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(fixture.port, { target, from })));
      return answers.every((answer) => answer.status === status);
    });
  const revision = () => revisionNow(fixture.databaseFile);
  const droplist = '/1.0/droplist';
  const point = (key: string) => `/api/1.0/availability/yx/-41/174?api_key=${key}`;

  test('allow: 200, remove: 403', async () => {
    const from = '127.9.9.20';
    await bothAnswer(403, droplist, from);
    await editorDoes('/admin/registrars/1', registrars('allowNetwork'), entry(from));
    await bothAnswer(200, droplist, from);
    const [stored] = queryDatabase(
      fixture.databaseFile,
      'SELECT id FROM allowed_network WHERE network = ?',
      `${from}/32`,
    );
    await editorDoes('/admin/registrars/1', registrars('removeNetwork'), stored?.id, revision());
    await bothAnswer(403, droplist, from);
  });

  test('issue: 200, revoke: 401', async () => {
    const issued = await editorDoes('/admin/users/1', users('issueKey'), 1, terms);
    const { id, text } = issued as { id: number; text: string };
    await bothAnswer(200, point(text));
    await editorDoes('/admin/users/1', users('revokeKey'), id, revision());
    await bothAnswer(401, point(text));
  });

  test('a disabled registrar is refused', async () => {
    const from = '127.9.9.21';
    const made = { ...details, name: 'Switched Registrar' };
    const id = await editorDoes('/admin/registrars/new', registrars('addRegistrar'), made);
    await editorDoes('/admin/registrars/1', registrars('allowNetwork'), { ...entry(from), registrarId: id });
    await bothAnswer(200, droplist, from);
    await editorDoes(
      '/admin/registrars/1/settings',
      registrars('changeRegistrar'),
      id,
      { enabled: false },
      {
        revision: revision(),
      },
    );
    await bothAnswer(403, droplist, from);
  });
});
