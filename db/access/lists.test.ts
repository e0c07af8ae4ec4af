import { expect, test } from 'vitest';
import { issueKey } from '#flows/access/keys.ts';
import { addUser, removeUser } from '#flows/access/users.ts';
import { parseAddress } from '#lib/access/address.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { type KeyQuery, pageOfKeys } from './keys.ts';
import { entriesHolding, insertNetwork, pageOfNetworks } from './networks.ts';
import { insertRegistrar, pageOfRegistrars } from './registrars.ts';
import { pageOfUsers } from './users.ts';

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const by = { actor: { who: 'ana@watea.example', address: '192.0.2.7' }, nowMs };
const day = 86_400_000;
const page = { page: 1, pageSize: 50, descending: false };

function withNetworks() {
  const database = freshDatabase();
  const { db } = database.writer;
  const add = (name: string, enabled: boolean, networks: readonly string[]) => {
    const registrarId = insertRegistrar(db, { name, enabled }, nowMs);
    for (const network of networks) insertNetwork(db, { registrarId, network }, nowMs);
    return registrarId;
  };
  const first = add('First', true, ['198.51.100.0/24', '2.0.0.0/8', '2001:db8::/32', '198.51.100.7/32']);
  add('Second', false, ['198.51.0.0/16']);
  return { database, first };
}

test('networks are listed in the order of their addresses, and found by part of their text', () => {
  const { database, first } = withNetworks();
  const wanted = { ...page, registrarId: first, sort: 'network', search: '', state: undefined } as const;
  const texts = (more: object) =>
    pageOfNetworks(database.reader, { ...wanted, ...more }, nowMs).rows.map((row) => row.network);
  expect(texts({})).toEqual(['2.0.0.0/8', '198.51.100.0/24', '198.51.100.7/32', '2001:db8::/32']);
  expect(texts({ descending: true })).toEqual(['2001:db8::/32', '198.51.100.7/32', '198.51.100.0/24', '2.0.0.0/8']);
  expect(texts({ search: '100.7' })).toEqual(['198.51.100.7/32']);
  expect(texts({ search: '%' })).toEqual([]);
  expect(texts({ state: 'lapsed' })).toEqual([]);
  expect(texts({ page: 2, pageSize: 3 })).toEqual(['2001:db8::/32']);
});

test('every entry that contains an address is found, the longest first, including disabled registrars', () => {
  const { database } = withNetworks();
  const address = parseAddress('198.51.100.7') ?? expect.fail();
  expect(entriesHolding(database.reader, address)).toMatchObject([
    { network: '198.51.100.7/32', registrar: 'First', enabled: true },
    { network: '198.51.100.0/24', registrar: 'First', enabled: true },
    { network: '198.51.0.0/16', registrar: 'Second', enabled: false },
  ]);
});

test('registrars are found by name and by network', () => {
  const { database } = withNetworks();
  const names = (more: object) =>
    pageOfRegistrars(database.reader, { ...page, sort: 'name', search: '', state: undefined, ...more }).rows.map(
      ({ name, networks }) => `${name} ${networks}`,
    );
  expect(names({})).toEqual(['First 4', 'Second 1']);
  expect(names({ sort: 'networks' })).toEqual(['Second 1', 'First 4']);
  expect(names({ search: 'SECOND' })).toEqual(['Second 1']);
  expect(names({ search: 'db8' })).toEqual(['First 4']);
  expect(names({ state: 'disabled' })).toEqual(['Second 1']);
});

test('keys are found by prefix, user, organisation, label and state, and ordered by their last use', () => {
  const database = freshDatabase();
  const { db, sqlite } = database.writer;
  const userOf = (email: string, organisation: string) => ({
    userId: addUser.within(db, { email, name: '', organisation, note: '' }, by),
  });
  const [jo, kiri] = [userOf('jo@example.nz', 'Example'), userOf('kiri@other.nz', 'Other')];
  const terms = { label: '', expiresAt: null, perSecond: null, perDay: null, origins: null };
  const site = issueKey.within(db, { ...jo, ...terms, label: 'Site' }, by);
  const soon = issueKey.within(db, { ...jo, ...terms, expiresAt: nowMs + day }, by);
  const old = issueKey.within(db, { ...kiri, ...terms }, by);
  sqlite.prepare('UPDATE api_key SET expires_at = ? WHERE id = ?').run(nowMs, old.id);
  sqlite.prepare('INSERT INTO key_use VALUES (?, ?, ?)').run(soon.id, nowMs, '192.0.2.0/24');
  const wanted: KeyQuery = { ...page, sort: 'created', search: '', state: undefined, userId: undefined };
  const ids = (more: Partial<KeyQuery>) => pageOfKeys(database.reader, { ...wanted, ...more }, nowMs);
  const idsOf = (more: Partial<KeyQuery>) => ids(more).rows.map(({ id }) => id);
  expect(idsOf({})).toEqual([site.id, soon.id, old.id]);
  expect(idsOf({ search: site.prefix })).toEqual([site.id]);
  expect(idsOf({ search: 'KIRI@' })).toEqual([old.id]);
  expect(idsOf({ search: 'other' })).toEqual([old.id]);
  expect(idsOf({ search: 'site' })).toEqual([site.id]);
  expect(idsOf(jo)).toEqual([site.id, soon.id]);
  expect(idsOf({ state: 'works' })).toEqual([site.id, soon.id]);
  expect(idsOf({ state: 'expiring' })).toEqual([soon.id]);
  expect(idsOf({ state: 'expired' })).toEqual([old.id]);
  expect(idsOf({ sort: 'used', descending: true })[0]).toBe(soon.id);
  expect(idsOf({ sort: 'used' })[0]).toBe(soon.id);
  expect(idsOf({ sort: 'user', descending: true })[0]).toBe(old.id);
  expect(ids({ pageSize: 1, page: 2 })).toMatchObject({ rows: [{ id: soon.id }], total: 3 });
  expect(ids({ search: soon.prefix }).rows[0]).toMatchObject({ lastUsedAt: nowMs, lastNetwork: '192.0.2.0/24' });

  const users = pageOfUsers(database.reader, { ...page, sort: 'keys', descending: true, search: '' }, nowMs);
  expect(users.rows.map(({ email, keys }) => `${email} ${keys}`)).toEqual(['jo@example.nz 2', 'kiri@other.nz 0']);
  removeUser.within(db, jo.userId, by);
  expect(idsOf({})).toEqual([old.id]);
});
