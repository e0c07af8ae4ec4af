import { expect, test } from 'vitest';
import { type KeyQuery, pageOfKeys } from '#db/access/keys.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { changeKey, issueKey, replaceKey } from './keys.ts';
import { addUser } from './users.ts';

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const by = { actor: { who: 'ana@watea.example', address: '192.0.2.7' }, nowMs };
const day = 86_400_000;

test.each([
  ['after the overlap', null, day, nowMs + day, null],
  ['when it expires, if that is earlier', nowMs + 1000, day, nowMs + 1000, null],
  ['now without an overlap', null, 0, null, nowMs],
])('a replaced key ends %s', async (_when, expiresAt, overlapMs, endsAt, revokedAt) => {
  const { reader, writer } = freshDatabase();
  const userId = await addUser(writer, { email: 'jo@example.nz', name: '', organisation: '', note: '' }, by);
  const terms = { label: 'Site', expiresAt, perSecond: 3, perDay: 7, origins: ['https://example.nz'] };
  const old = await issueKey(writer, { userId, ...terms }, by);
  const replacement = await replaceKey(writer, { id: old.id, overlapMs, expiresAt: null }, by);
  const wanted: KeyQuery = {
    page: 1,
    pageSize: 50,
    descending: false,
    sort: 'created',
    search: '',
    state: undefined,
    userId: undefined,
  };
  expect(pageOfKeys(reader, wanted, nowMs).rows).toMatchObject([
    { id: old.id, expiresAt: endsAt, revokedAt },
    { id: replacement.id, label: 'Site', expiresAt: null, revokedAt: null },
  ]);
});

const everyKey: KeyQuery = {
  page: 1,
  pageSize: 50,
  descending: false,
  sort: 'created',
  search: '',
  state: undefined,
  userId: undefined,
};

test('N16: a key is issued for everything, limited later, and its replacement has the same scopes', async () => {
  const { reader, writer } = freshDatabase();
  const userId = await addUser(writer, { email: 'jo@example.nz', name: '', organisation: '', note: '' }, by);
  const terms = { label: '', expiresAt: null, perSecond: null, perDay: null, origins: null };
  const { id } = await issueKey(writer, { userId, ...terms }, by);
  const scopes = () => pageOfKeys(reader, everyKey, nowMs).rows.map((row) => row.scopes);
  expect(scopes()).toEqual([null]);
  await changeKey(writer, { id, label: 'map' }, by);
  expect(scopes()).toEqual([null]);
  await changeKey(writer, { id, scopes: ['addresses', '2.0'] }, by);
  await replaceKey(writer, { id, overlapMs: day, expiresAt: null }, by);
  expect(scopes()).toEqual([
    ['2.0', 'addresses'],
    ['2.0', 'addresses'],
  ]);
  await changeKey(writer, { id, scopes: ['1.0', '2.0', 'bulk', 'addresses'] }, by);
  expect(scopes()).toEqual([null, ['2.0', 'addresses']]);
  const refused = changeKey(writer, { id, scopes: [] }, by);
  await expect(refused).rejects.toMatchObject({
    faults: [{ where: { field: 'scopes' }, reason: { code: 'no-scopes' } }],
  });
});

test('an expiry in the past is refused for a key and for its replacement, unless the key has expired already', async () => {
  const { writer } = freshDatabase();
  const userId = await addUser(writer, { email: 'jo@example.nz', name: '', organisation: '', note: '' }, by);
  const terms = { label: '', expiresAt: nowMs + day, perSecond: null, perDay: null, origins: null };
  const { id } = await issueKey(writer, { userId, ...terms }, by);
  const past = nowMs - day;
  const refused = { faults: [{ where: { field: 'expiresAt' }, reason: { code: 'expires-in-the-past' } }] };
  await expect(changeKey(writer, { id, expiresAt: past }, by)).rejects.toMatchObject(refused);
  await expect(replaceKey(writer, { id, overlapMs: day, expiresAt: past }, by)).rejects.toMatchObject(refused);
  const later = { ...by, nowMs: nowMs + 2 * day };
  const { changed } = await changeKey(writer, { id, expiresAt: nowMs + day, label: 'map' }, later);
  expect(changed).toEqual(['label']);
});

test('N11: a leaked key is found by its whole text, by its beginning, and by what is stored of it', async () => {
  const { reader, writer } = freshDatabase();
  const userId = await addUser(writer, { email: 'jo@example.nz', name: '', organisation: '', note: '' }, by);
  const terms = { label: '', expiresAt: null, perSecond: null, perDay: null, origins: null };
  const { id, text, prefix } = await issueKey(writer, { userId, ...terms }, by);
  await issueKey(writer, { userId, ...terms }, by);
  for (const search of [text, text.slice(0, 9), `watea${prefix}`, prefix]) {
    expect(pageOfKeys(reader, { ...everyKey, search }, nowMs).rows.map((row) => row.id)).toEqual([id]);
  }
});
