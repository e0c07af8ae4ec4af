import { expect, test } from 'vitest';
import { listAllowedNetworks } from '#db/access/networks.ts';
import { getRegistrarByName } from '#db/access/registrars.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { admitRegistrar } from './admit-registrar.ts';
import { importNetworks } from './networks.ts';

const by = { actor: { who: 'ana@watea.example', address: null }, nowMs: Date.parse('2026-11-23T12:00:00+13:00') };
const details = { contactEmail: '', note: '', perSecond: null, enabled: true };

test('a registrar is added with its first networks, all or nothing', async () => {
  const { writer } = freshDatabase();
  const id = await admitRegistrar(
    writer,
    { ...details, name: 'Kauri', lines: '192.0.2.0/24 Office\n2001:db8::/48\n' },
    by,
  );
  expect(listAllowedNetworks(writer)).toMatchObject([
    { registrarId: id, network: '192.0.2.0/24', note: 'Office' },
    { registrarId: id, network: '2001:db8::/48' },
  ]);
  await admitRegistrar(writer, { ...details, name: 'Rimu' }, by);
  for (const [lines, code] of [
    ['no address', 'not-a-network'],
    ['192.0.2.7', 'network-to-confirm'],
  ]) {
    const { faults } = await rejectionOf(
      admitRegistrar(writer, { ...details, name: 'Tōtara', lines: lines ?? '' }, by),
    );
    expect(faults.map(({ reason }) => reason.code)).toEqual([code]);
    expect(getRegistrarByName(writer.db, 'Tōtara')).toBeUndefined();
  }
});

test('the faults of its networks come with those of its other fields, each with its line', async () => {
  const { writer } = freshDatabase();
  await admitRegistrar(writer, { ...details, name: 'Kauri', lines: '192.0.2.7' }, by);
  const given = { name: 'kauri', contactEmail: 'nobody', note: '', perSecond: 0, enabled: true };
  const codesOf = async (lines: string) => {
    const { faults } = await rejectionOf(admitRegistrar(writer, { ...given, lines }, by));
    return faults.map(({ where, reason }) => [Object.values(where).join(' '), reason.code]);
  };
  const others = [
    ['contactEmail', 'not-an-email'],
    ['perSecond', 'not-a-limit'],
    ['name', 'registrar-name-taken'],
  ];
  expect(await codesOf('192.0.2.7\nno address')).toEqual([
    ...others,
    ['lines 1', 'network-already-allowed'],
    ['lines 2', 'not-a-network'],
  ]);
  expect(await codesOf('192.0.2.0/24')).toEqual([...others, ['lines', 'network-to-confirm']]);
  expect(await codesOf('# none yet')).toEqual([...others, ['lines', 'no-networks']]);
});

test('a name that only looks like another registrar’s is refused to staff, and taken from a file', async () => {
  const { writer } = freshDatabase();
  await admitRegistrar(writer, { ...details, name: 'Kōwhai Names' }, by);
  const { faults } = await rejectionOf(admitRegistrar(writer, { ...details, name: 'kowhai  names' }, by));
  expect(faults.map(({ reason }) => reason)).toEqual([
    { code: 'name-looks-taken', name: 'Kōwhai Names', isRetired: false },
  ]);
  const values = { network: '192.0.2.1', registrar: 'Kowhai Names', note: '', addsRegistrar: true };
  await importNetworks(writer, { file: 'a.csv', rows: [{ line: 2, values }], faults: [] }, by);
  expect(getRegistrarByName(writer.db, 'Kowhai Names')).toBeDefined();
});
