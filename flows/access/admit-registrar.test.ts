import { expect, test } from 'vitest';
import { listAllowedNetworks } from '#db/access/networks.ts';
import { getRegistrarByName } from '#db/access/registrars.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { admitRegistrar } from './admit-registrar.ts';

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
    ['no address', 'lines-to-fix'],
    ['192.0.2.7', 'fields'],
  ]) {
    const { reason } = await rejectionOf(
      admitRegistrar(writer, { ...details, name: 'Tōtara', lines: lines ?? '' }, by),
    );
    expect(reason.code).toBe(code);
    expect(getRegistrarByName(writer.db, 'Tōtara')).toBeUndefined();
  }
});
