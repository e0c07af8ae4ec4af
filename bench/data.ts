import { addAllowedNetwork, addRegistrar } from '#db/access.ts';
import { addKey, requireUser } from '#db/api-keys.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { seedDemonstration } from '#db/demonstration.ts';
import { migrate } from '#db/migrate.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '#lib/access/api-key.ts';

/** The key of the benchmark, made anew at each run. */
export const benchKey = generateApiKey();

const unreachable = 10_000_000;

/** The demonstration data, with a registrar and a key whose limits no benchmark reaches. */
export async function layBenchData(databaseFile: string): Promise<void> {
  const database = openDatabase(databaseFile);
  const nowMs = Date.now();
  try {
    migrate(database.writer);
    const { db } = database.writer;
    const registrarId = addRegistrar(db, 'Benchmark', unreachable, nowMs);
    addAllowedNetwork(db, { registrarId, network: '127.0.0.0/8', note: '' }, nowMs);
    const userId = requireUser(db, 'benchmark@watea.example', nowMs);
    const limits = { perSecond: unreachable, perDay: 1_000_000_000 };
    addKey(db, { userId, hash: hashApiKey(benchKey), prefix: apiKeyPrefix(benchKey), ...limits }, nowMs);
    await seedDemonstration(database, databaseFile, nowMs);
  } finally {
    closeDatabase(database);
  }
}
