import { expect, test } from 'vitest';
import { networksOf } from '#db/access/networks.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { allowNetwork, allowPasted } from './networks.ts';
import { addRegistrar } from './registrars.ts';

const by = { actor: { who: 'ana@watea.example', address: '192.0.2.7' }, nowMs: 0 };
const unconfirmed = { note: '', validFrom: null, validUntil: null, typedNetwork: '', confirmedOverlaps: '' };

async function withRegistrars() {
  const { writer } = freshDatabase();
  const add = async (name: string, lines: string) => {
    const details = { contactEmail: '', note: '', perSecond: null, enabled: true };
    const registrarId = await addRegistrar(writer, { name, ...details }, by);
    await allowPasted(writer, { registrarId, lines, areOverlapsConfirmed: true }, by);
    return registrarId;
  };
  const first = await add('First', '198.51.100.0/24\n2001:db8::/32');
  const second = await add('Second', '198.51.0.0/16');
  return { writer, first, second };
}

test('overlaps with other registrars need confirmation, in both directions; overlaps within one registrar do not', async () => {
  const { writer, first, second } = await withRegistrars();
  const overlapsOf = async (network: string, registrarId: number) => {
    const outcome = await allowNetwork(writer, { ...unconfirmed, registrarId, network }, by);
    return outcome.outcome === 'needs-confirmation'
      ? outcome.overlaps.map(({ other, registrar }) => `${other} of ${registrar}`)
      : [];
  };
  expect(await overlapsOf('198.51.100.128/25', second)).toEqual(['198.51.100.0/24 of First']);
  expect(await overlapsOf('198.0.0.0/8', first)).toEqual(['198.51.0.0/16 of Second']);
  expect(await overlapsOf('203.0.113.0/24', first)).toEqual([]);
  expect(networksOf(writer.db, first).map(({ network }) => network)).toContain('203.0.113.0/24');
});

test('a very large network is allowed only after its text has been typed', async () => {
  const { writer, first: registrarId } = await withRegistrars();
  const allow = (typedNetwork: string) =>
    allowNetwork(writer, { ...unconfirmed, registrarId, network: '8.0.0.0/7', typedNetwork }, by);
  expect(await allow('')).toMatchObject({ outcome: 'needs-confirmation', network: '8.0.0.0/7', isVeryLarge: true });
  await expect(allow('8.0.0.0/8')).rejects.toMatchObject({
    faults: [{ where: { field: 'typedNetwork' }, reason: { code: 'confirmation-differs', expected: '8.0.0.0/7' } }],
  });
  expect(await allow('8.0.0.0/7')).toMatchObject({ outcome: 'added' });
});

test('pasted lines are added all or none, each fault with its line', async () => {
  const { writer, first: registrarId } = await withRegistrars();
  const before = networksOf(writer.db, registrarId);
  const lines = '192.0.2.1\n198.51.100.0/24\n2001:db8::/32';
  await expect(allowPasted(writer, { registrarId, lines, areOverlapsConfirmed: false }, by)).rejects.toMatchObject({
    reason: { code: 'lines-to-fix' },
    faults: [
      { where: { field: 'lines', line: 2 }, reason: { code: 'network-already-allowed', registrar: 'First' } },
      { where: { field: 'lines', line: 3 }, reason: { code: 'network-already-allowed', registrar: 'First' } },
    ],
  });
  expect(networksOf(writer.db, registrarId)).toEqual(before);
});

test('an end that is not after the start is refused at its field', async () => {
  const { writer, first: registrarId } = await withRegistrars();
  const given = { ...unconfirmed, registrarId, network: '192.0.2.1', validFrom: 5, validUntil: 5 };
  await expect(allowNetwork(writer, given, by)).rejects.toMatchObject({
    reason: { code: 'fields' },
    faults: [{ where: { field: 'validUntil' }, reason: { code: 'ends-before-it-begins' } }],
  });
});
