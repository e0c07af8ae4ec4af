import { expect, test } from 'vitest';
import { getAllowedNetwork, listAllowedNetworks, readAllowlist } from '#db/access/networks.ts';
import { deleteRegistrar, getRegistrarByName } from '#db/access/registrars.ts';
import type { Connections } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { addAllowedNetwork, addRegistrar, changeRegistrar, removeAllowedNetwork } from '#tests/support/access.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';

function freshAccess() {
  const database = freshDatabase();
  const { db } = database.writer;
  const isp = addRegistrar(db, 'Isp Limited', 20, 1);
  const host = addRegistrar(db, 'Host', null, 1);
  const allow = (registrarId: number, network: string, note = '') =>
    addAllowedNetwork(db, { registrarId, network, note }, 2);
  return { database, db, isp, host, allow };
}
const networksOf = ({ reader }: Connections) =>
  readAllowlist(reader).map(({ network, registrarId, perSecond }) => [network, registrarId, perSecond]);
const generationOf = ({ reader }: Connections) => readGeneration(reader.db, 'allowlist');

test('R11: the allowlist has every network with its registrar and the registrar’s limit', () => {
  const { database, isp, host, allow } = freshAccess();
  expect(readAllowlist(database.reader)).toEqual([]);
  const id = allow(isp, '192.0.2.0/24');
  allow(host, '2001:db8::/32');
  expect(readAllowlist(database.reader)[0]).toEqual({
    id,
    registrarId: isp,
    network: '192.0.2.0/24',
    validFrom: null,
    validUntil: null,
    perSecond: 20,
    registrar: expect.any(String),
    enabled: true,
    note: '',
  });
  expect(networksOf(database)).toEqual([
    ['192.0.2.0/24', isp, 20],
    ['2001:db8::/32', host, null],
  ]);
});

test('R11: the allowlist leaves out the networks of disabled registrars', () => {
  const { database, isp, host, allow } = freshAccess();
  allow(isp, '192.0.2.0/24');
  allow(host, '198.51.100.0/24');
  database.writer.sqlite.exec(`UPDATE registrar SET enabled = 0 WHERE id = ${isp}`);
  expect(networksOf(database)).toEqual([['198.51.100.0/24', host, null]]);
  expect(listAllowedNetworks(database.reader)).toHaveLength(2);
});

test('R11: the database refuses the same network twice, for one registrar or two', () => {
  const { database, isp, host, allow } = freshAccess();
  allow(isp, '192.0.2.0/24');
  const before = generationOf(database);
  for (const registrarId of [isp, host]) expect(() => allow(registrarId, '192.0.2.0/24')).toThrow(/UNIQUE/);
  expect(networksOf(database)).toHaveLength(1);
  expect(generationOf(database)).toEqual(before);
});

test('the database refuses a network without a registrar', () => {
  const { database, allow } = freshAccess();
  expect(() => allow(99, '192.0.2.0/24')).toThrow(/FOREIGN KEY/);
  expect(networksOf(database)).toEqual([]);
});

test('a name identifies a registrar, whatever its case', () => {
  const { db, isp } = freshAccess();
  for (const name of ['Isp Limited', 'ISP LIMITED', 'isp limited']) expect(getRegistrarByName(db, name)?.id).toBe(isp);
  expect(getRegistrarByName(db, 'Isp')).toBeUndefined();
  expect(() => addRegistrar(db, 'iSP limited', null, 1)).toThrow(/UNIQUE/);
});

test('a network is found by its exact text, with the name of its registrar', () => {
  const { db, isp, allow } = freshAccess();
  const id = allow(isp, '192.0.2.0/24');
  expect(getAllowedNetwork(db, '192.0.2.0/24')).toMatchObject({
    id,
    network: '192.0.2.0/24',
    registrar: 'Isp Limited',
  });
  expect(getAllowedNetwork(db, '192.0.2.0/25')).toBeUndefined();
});

test('all networks are listed by registrar, oldest first', () => {
  const { database, isp, host, allow } = freshAccess();
  allow(isp, '192.0.2.7/32', 'office');
  allow(host, '2001:db8::/32');
  allow(isp, '192.0.2.0/30');
  expect(
    listAllowedNetworks(database.reader).map(({ registrar, network, note }) => [registrar, network, note]),
  ).toEqual([
    ['Host', '2001:db8::/32', ''],
    ['Isp Limited', '192.0.2.7/32', 'office'],
    ['Isp Limited', '192.0.2.0/30', ''],
  ]);
});

test('R11: every change to the allowlist changes the generation, with its time; removing nothing does not', () => {
  const { database, db, isp, allow } = freshAccess();
  const seen = [generationOf(database)];
  const step = (change: () => void) => {
    change();
    seen.push(generationOf(database));
  };
  step(() => allow(isp, '192.0.2.0/24'));
  step(() => changeRegistrar(db, isp, { perSecond: 7 }, { actor: { who: 'a test', address: null }, nowMs: 30 }));
  step(() => expect(removeAllowedNetwork(db, '192.0.2.0/24', 40)).toBe(true));
  step(() => expect(removeAllowedNetwork(db, '192.0.2.0/24', 50)).toBe(false));
  step(() => deleteRegistrar(db, isp, 60));
  const [first = { value: 0 }] = seen;
  expect(seen.map(({ value, changedAt }) => [value - first.value, changedAt])).toEqual([
    [0, 0],
    [1, 2],
    [2, 30],
    [3, 40],
    [3, 40],
    [4, 60],
  ]);
});

test('a registrar’s limit can be set and reset to the default', () => {
  const { database, db, isp, allow } = freshAccess();
  allow(isp, '192.0.2.0/24');
  changeRegistrar(db, isp, { perSecond: 7 }, { actor: { who: 'a test', address: null }, nowMs: 3 });
  expect(networksOf(database)).toEqual([['192.0.2.0/24', isp, 7]]);
  changeRegistrar(db, isp, { perSecond: null }, { actor: { who: 'a test', address: null }, nowMs: 4 });
  expect(networksOf(database)).toEqual([['192.0.2.0/24', isp, null]]);
});

test('a registrar is deleted with all its networks and no others', () => {
  const { database, db, isp, host, allow } = freshAccess();
  allow(isp, '192.0.2.0/24');
  allow(isp, '192.0.2.7/32');
  allow(host, '198.51.100.0/24');
  deleteRegistrar(db, isp, 9);
  expect(networksOf(database)).toEqual([['198.51.100.0/24', host, null]]);
  expect(getRegistrarByName(db, 'Isp Limited')).toBeUndefined();
});
