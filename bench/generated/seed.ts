import { readOffers } from '#db/broadband/layer-content.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { migrate } from '#db/migrate.ts';
import { buildVersion } from '#flows/broadband/build-version.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { buildWitness } from '#flows/registry/build-witness.ts';
import { apiKeyPrefix, hashApiKey } from '#lib/access/keys/api-key.ts';
import { addAllowedNetwork, addKey, addRegistrar, requireUser } from '#tests/support/access.ts';
import { generateCoverage } from './coverage.ts';
import type { GeneratedName } from './names.ts';
import type { Part } from './shapes.ts';

/** A limit that no benchmark reaches. */
const unreachable = 10_000_000;

/** What laying a coverage took. */
export interface SeededCoverage {
  readonly vertices: number;
  readonly indexBytes: number;
  readonly indexMs: number;
}

/** Makes an empty database with loopback on the allowlist and `key`, both with limits that no benchmark reaches. */
export function seedAccess(databaseFile: string, key: string, nowMs: number): void {
  const database = openDatabase(databaseFile);
  try {
    migrate(database.writer);
    const { db } = database.writer;
    const registrarId = addRegistrar(db, 'Benchmark', unreachable, nowMs);
    addAllowedNetwork(db, { registrarId, network: '127.0.0.0/8', note: '' }, nowMs);
    const userId = requireUser(db, 'benchmark@watea.example', nowMs);
    const limits = { perSecond: unreachable, perDay: 1_000_000_000 };
    addKey(db, { userId, hash: hashApiKey(key), prefix: apiKeyPrefix(key), ...limits }, nowMs);
  } finally {
    closeDatabase(database);
  }
}

/** Inserts a register as a first import leaves it. */
export function seedRegister(databaseFile: string, names: Iterable<GeneratedName>, nowMs: number): void {
  const database = openDatabase(databaseFile);
  try {
    const { db, sqlite } = database.writer;
    const insert = sqlite.prepare('INSERT INTO domain (name, revision, registered, cancelled) VALUES (?, 1, ?, ?)');
    sqlite.transaction(() => {
      for (const { name, registered, cancelled } of names) insert.run(name, registered, cancelled);
      setGeneration(db, 'register', 1, nowMs);
    })();
    buildWitness(database.writer);
  } finally {
    closeDatabase(database);
  }
}

/** Builds and publishes the generated coverage of these settlements. */
export async function seedCoverage(
  databaseFile: string,
  settlements: readonly Part[],
  nowMs: number,
): Promise<SeededCoverage> {
  const database = openDatabase(databaseFile);
  try {
    const { writer } = database;
    const coverage = generateCoverage(settlements);
    const writing = { nowMs, exclusive: true };
    const plan = { baseId: undefined, keptLayerIds: [], newLayers: coverage.layers, note: 'bench' };
    const built = await withCoverageLock(writer, nowMs, () => buildVersion(writer, plan, coverage.content(), writing));
    await publishVersion(database, built.id, writing);
    await completeVersion(writer, built.id, writing);
    return { vertices: coverage.vertices, indexBytes: built.indexBytes, indexMs: built.indexMs };
  } finally {
    closeDatabase(database);
  }
}

/** The database's ids of the offers of each layer, in the order of the generated coverage. */
export function seededOfferIds(databaseFile: string): number[][] {
  const database = openDatabase(databaseFile);
  try {
    const { db } = database.reader;
    const byProvider = new Map<string, number[]>();
    for (const { id, providerName } of readOffers(db, readGeneration(db, 'coverage').value).sort(
      (a, b) => a.id - b.id,
    )) {
      byProvider.set(providerName, [...(byProvider.get(providerName) ?? []), id]);
    }
    return generateCoverage([]).layers.map(({ provider }) => byProvider.get(provider.name) ?? []);
  } finally {
    closeDatabase(database);
  }
}
