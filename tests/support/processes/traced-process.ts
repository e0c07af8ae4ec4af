import { writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { writeUsage } from '#db/usage/write-batches.ts';
import { addRegistrar } from '#flows/access/registrars.ts';
import { importPlaces } from '#flows/places/import-places.ts';
import { importRegister } from '#flows/registry/import-register.ts';
import { secretKey } from '#flows/secret-key.ts';
import { settings } from '#lib/env.ts';

/**
 * Makes changes of every kind, and prints a line when each is confirmed to whoever asked for it. A test records what it does
 * to the files of its folder.
 */
const nowMs = Date.parse('2026-11-21T12:00:00+13:00');
const by = { actor: { who: 'jo@example.nz', address: null }, nowMs };
const database = openDatabase(settings().databaseFile);
const { writer } = database;
// many checkpoints, and logs that begin again
writer.sqlite.pragma('wal_autocheckpoint = 12');
const confirm = (text: string) => writeSync(1, `${text}\n`);
const bytesOf = (...lines: string[]) => Readable.from([Buffer.from(lines.join('\n'))]);

/** A change that nobody hears of: its commit need not survive. */
const count = () =>
  writeUsage(writer, [
    {
      quarterStartsAt: Date.parse('2026-11-21T12:00:00+13:00'),
      requests: [{ api: 'registry', accountId: 1, status: 200, count: 5 }],
      latencies: [],
      accountLatencies: [],
      callers: [],
      refused: [],
      keyUses: [],
    },
  ]);

async function registrar(name: string): Promise<void> {
  await addRegistrar(writer, { name, contactEmail: '', note: '', perSecond: null, enabled: true }, by);
  confirm(`registrar ${name}`);
}

async function register(from: number): Promise<void> {
  const rows = Array.from({ length: 40 }, (_, place) => `cut-${from + place}.co.nz,2001-09-09T01:46:40Z,`);
  const options = { kind: 'merge', source: 'changes.csv', maxMissing: 0, clock: () => nowMs, actor: by.actor } as const;
  await importRegister(writer, bytesOf('domain,registered,cancel_date', ...rows), options);
  confirm(`names ${from + 40}`);
}

async function places(...towns: string[]): Promise<void> {
  const rows = towns.map((town) => `${town},Town,-40.75,175.15`);
  const bytes = bytesOf('name,feat_type,latitude,longitude', ...rows);
  await importPlaces(writer, bytes, { ...by, source: 'towns.csv', onProgress: () => undefined });
  confirm(`places ${towns.length}`);
}

migrate(writer);
confirm('migrated');
secretKey();
confirm('secret');
await registrar('Kea');
await count();
await registrar('Tui');
await register(0);
await places('Levin');
await count();
await registrar('Moa');
await count();
await register(40);
await places('Levin', 'Ōtaki');
await registrar('Ruru');
await count();
database.reader.sqlite.close();
writer.sqlite.close();
