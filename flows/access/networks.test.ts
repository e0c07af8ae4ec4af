import { describe, expect, test } from 'vitest';
import { insertNetwork, networksOf } from '#db/access/networks.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { allowForRegistrarNamed, allowNetwork, allowPasted, changeNetwork, importNetworks } from './networks.ts';
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

test('all faults of an entry are reported together', async () => {
  const { writer, first: registrarId } = await withRegistrars();
  const given = { ...unconfirmed, registrarId, network: '192.0.2', note: 'x'.repeat(501), validFrom: Number.NaN };
  await expect(allowNetwork(writer, given, by)).rejects.toMatchObject({
    reason: { code: 'fields' },
    faults: [{ where: { field: 'network' } }, { where: { field: 'note' } }, { where: { field: 'validFrom' } }],
  });
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

describe('a note that is more addresses is refused at its field, with one sentence, whichever way it comes', () => {
  const notes = [
    ['an address', 'also 192.0.2.9'],
    ['an IPv6 address', 'office (2001:db8::7)'],
    ['a mask', 'mask 255.255.255.0'],
    ['a prefix', '/25 head office'],
    ['a list', '2, 3'],
    ['a dash', '- Head office'],
    ['"to"', 'to the end'],
    ['"and"', 'and others'],
  ] as const;
  const refusalOf = (note: string) => {
    const reason = { code: 'note-is-addresses', text: note } as const;
    expect(wordsOf(reason)).toBe(
      `"${note}" after the network is more addresses, a mask or a prefix: write each network as 192.0.2.0/24, on a line of its own, and notes in words.`,
    );
    return { faults: [{ where: { field: 'note' }, reason }] };
  };

  test.each(notes)('one network: %s', async (_what, note) => {
    const { writer, first: registrarId } = await withRegistrars();
    const before = networksOf(writer.db, registrarId);
    const given = { ...unconfirmed, registrarId, network: '192.0.2.1', note };
    await expect(allowNetwork(writer, given, by)).rejects.toMatchObject(refusalOf(note));
    expect(networksOf(writer.db, registrarId)).toEqual(before);
  });

  test.each(notes)('a network for a registrar by name: %s', async (_what, note) => {
    const { writer, first: registrarId } = await withRegistrars();
    const before = networksOf(writer.db, registrarId);
    const given = { network: '192.0.2.1', registrar: 'First', note };
    await expect(allowForRegistrarNamed(writer, given, by)).rejects.toMatchObject(refusalOf(note));
    expect(networksOf(writer.db, registrarId)).toEqual(before);
  });

  test.each(notes)('a row of a file: %s', async (_what, note) => {
    const { writer, first: registrarId } = await withRegistrars();
    const before = networksOf(writer.db, registrarId);
    const rows = [{ line: 2, values: { network: '192.0.2.1', registrar: 'First', note } }];
    await expect(importNetworks(writer, { file: 'a.csv', rows, faults: [] }, by)).rejects.toMatchObject({
      reason: { code: 'allowlist-not-imported' },
      faults: [{ where: { line: 2, field: 'note' }, reason: { code: 'note-is-addresses', text: note } }],
    });
    expect(networksOf(writer.db, registrarId)).toEqual(before);
  });

  test.each(notes)('an edit: %s', async (_what, note) => {
    const { writer, first: registrarId } = await withRegistrars();
    const before = networksOf(writer.db, registrarId);
    const id = before[0]?.id ?? 0;
    await expect(changeNetwork(writer, { id, note }, by)).rejects.toMatchObject(refusalOf(note));
    expect(networksOf(writer.db, registrarId)).toEqual(before);
  });
});

test('the period of an entry whose note was stored before the rule can be changed, and the note made words', async () => {
  const { writer, first: registrarId } = await withRegistrars();
  const note = 'and 192.0.2.9';
  const id = insertNetwork(writer.db, { registrarId, network: '192.0.2.1/32', note }, 0);
  await changeNetwork(writer, { id, note, validUntil: 60_000 }, by);
  expect(networksOf(writer.db, registrarId).find((entry) => entry.id === id)).toMatchObject({
    note,
    validUntil: 60_000,
  });
  await changeNetwork(writer, { id, note: 'Head office' }, by);
  expect(networksOf(writer.db, registrarId).find((entry) => entry.id === id)).toMatchObject({ note: 'Head office' });
});

test('an entry’s note, start and end are refused at once, compared with what stays', async () => {
  const { writer, first: registrarId } = await withRegistrars();
  const details = { note: 'Office', validFrom: 60_000, validUntil: null };
  const id = insertNetwork(writer.db, { registrarId, network: '192.0.2.1/32', ...details }, 0);
  const codesOf = async (given: object) => {
    const { faults } = await rejectionOf(changeNetwork(writer, { id, ...given }, by));
    return faults.map(({ reason }) => reason.code);
  };
  expect(await codesOf({ note: 'x'.repeat(501), validUntil: 0 })).toEqual(['too-long', 'ends-before-it-begins']);
  expect(await codesOf({ note: 'and 192.0.2.9', validUntil: Number.NaN })).toEqual(['not-a-time', 'note-is-addresses']);
  // nothing is said of an end by a start that is not known
  expect(await codesOf({ validFrom: Number.NaN, validUntil: 0 })).toEqual(['not-a-time']);
});
