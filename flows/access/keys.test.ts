import { expect, test } from 'vitest';
import { type KeyQuery, pageOfKeys } from '#db/access/key-list.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { issueKey, replaceKey } from './keys.ts';
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
