import { getPublishedId } from '#db/broadband/versions.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { setGeneration } from '#db/generation.ts';
import { migrate } from '#db/migrate.ts';
import { updateOpenDataChoice } from '#db/open-data/open-data.ts';
import { domain, listedName } from '#db/registry/schema.ts';
import { makeOpenData } from '#flows/open-data/make-files.ts';
import { replaceList } from '#flows/places/import-places.ts';
import { buildWitness } from '#flows/registry/build-witness.ts';
import { importAreas } from '#flows/statistics/import-areas.ts';
import { measureStatistics } from '#flows/statistics/measure-statistics.ts';
import { apiKeyPrefix, hashApiKey } from '#lib/access/keys/api-key.ts';
import { addAllowedNetwork, addKey, addRegistrar, requireUser } from '#tests/support/access.ts';
import { collection, file, square } from '#tests/support/files/coverage-files.ts';
import { databaseTemplate } from '#tests/support/files/database-template.ts';
import { seedCoverage } from './fixture-coverage.ts';

/** The instant at which the servers of the contract tests start: noon in Auckland, long before and after every job. */
export const fixtureNow = '2026-11-20T12:00:00+13:00';
export const fixtureNowMs = Date.parse(fixtureNow);

/** Keys of the fixture. They are invented and only work on a test's own server. */
export const keys = {
  plain: 'TestPlainKeyTestPlainKeyTestPlainKey0001',
  revoked: 'TestRevokedKeyTestRevokedKeyTestKey00002',
  expired: 'TestExpiredKeyTestExpiredKeyTestKey00003',
  withOrigins: 'TestOriginKeyTestOriginKeyTestOriginK004',
  slow: 'TestSlowKeyTestSlowKeyTestSlowKeyTest005',
  threeADay: 'TestThreeADayKeyTestThreeADayKeyTest0006',
  /** two more for tests that count requests: no two files use the same */
  slowToo: 'TestSlowTooKeyTestSlowTooKeyTestSlowK007',
  counted: 'TestCountedKeyTestCountedKeyTestCountK08',
  /** with the scope of version 1.0, of 2.0, and of 2.0 in bulk */
  first: 'TestFirstKeyTestFirstKeyTestFirstKeyTe09',
  second: 'TestSecondKeyTestSecondKeyTestSecondKe10',
  secondInBulk: 'TestInBulkKeyTestInBulkKeyTestInBulkKe11',
  /** for everything; a key has one bulk request at a time, so no two files use the same */
  everything: 'TestEverythingTestEverythingTestEveryt12',
  generated: 'TestGeneratedTestGeneratedTestGenerate15',
  pointsInBulk: 'TestPointsInBulkTestPointsInBulkTestPo13',
  addressesInBulk: 'TestAddressesInBulkTestAddressesInBulk14',
} as const;

export const allowedOrigin = 'https://isp.example';

/** Loopback addresses, by their role in the fixture. */
export const callers = {
  /** on the allowlist, with a limit that no test reaches */
  allowed: '127.0.0.1',
  /** on the allowlist, 5 requests a second */
  slow: '127.0.0.20',
  /** the same, for another file of tests */
  slowToo: '127.0.0.21',
  /** inside the network of the allowed registrar, but a longer prefix gives it to another registrar */
  nested: '127.0.0.30',
  /** on no allowlist */
  stranger: '127.9.9.9',
  /** on no allowlist; for tests that use up the limit of refusals */
  pest: '127.9.9.10',
} as const;

const seconds = (text: string) => Date.parse(text) / 1000;

/** The register of the fixture: name, registered, cancelled, available from. */
const names: readonly [string, string, string | null, string | null][] = [
  ['active.nz', '2020-01-15T10:00:00+13:00', null, null],
  ['active.co.nz', '2015-06-01T09:30:00+12:00', null, null],
  ['kiwi.maori.nz', '2019-03-03T03:03:03+13:00', null, null],
  ['xn--mori-qsa.co.nz', '2012-07-26T00:00:00+12:00', null, null],
  // cancelled in winter, so the offsets in one list differ; release 2026-11-20 13:00 and 2026-11-21 13:00
  ['pending-first.co.nz', '2018-02-01T12:00:00+13:00', '2026-08-22T13:00:00+12:00', null],
  ['pending-second.nz', '2019-09-29T03:00:00+13:00', '2026-08-23T13:00:00+12:00', null],
  ['xn--pending-mcron-4qb.nz', '2019-01-01T00:00:00+13:00', '2026-08-22T00:00:00+12:00', null],
  // the last second that the job of the 21st takes, and the first and the last that the job of the 22nd takes
  ['pending-winter.school.nz', '2016-07-04T23:59:59+12:00', '2026-08-22T23:59:59+12:00', null],
  ['pending-edge.co.nz', '2004-02-29T12:34:56+13:00', '2026-08-23T00:00:00+12:00', null],
  ['pending-last.co.nz', '2020-04-05T02:30:00+13:00', '2026-08-23T23:59:59+12:00', null],
  ['pending-beyond.co.nz', '2020-04-05T02:30:00+12:00', '2026-08-24T00:00:00+12:00', null],
  ['pending-listed.nz', '2011-11-11T11:11:11+13:00', '2026-10-01T08:00:00+13:00', null],
  ['pending-later.co.nz', '2018-02-01T12:00:00+13:00', '2026-10-01T08:00:00+13:00', null],
  ['released.co.nz', '2010-01-01T00:00:00+13:00', '2026-01-01T00:00:00+13:00', '2026-04-02T00:00:34+13:00'],
  ['prohibited.nz', '2010-01-01T00:00:00+13:00', '2026-01-01T00:00:00+13:00', '2026-04-02T00:00:34+13:00'],
];

const listed = [
  ['prohibited.nz', 'Prohibited'],
  ['reserved.co.nz', 'Reserved'],
  ['conflicted.nz', 'Conflicted'],
  ['resolved.nz', 'Resolved'],
  // registered names stay Active even if listed
  ['active.nz', 'Reserved'],
  // and pending ones stay PendingRelease
  ['pending-listed.nz', 'Conflicted'],
] as const;

/** The secret of the fixture's servers, so tests can derive the map's own key. It is invented. */
export const fixtureSecret = '0123456789abcdef'.repeat(4);

/** Creates the database of the contract tests at `file`. */
export const seedFixture = databaseTemplate(async (file) => {
  const database = openDatabase(file);
  try {
    migrate(database.writer);
    seedNames(database);
    seedAccess(database);
    await seedCoverage(database, fixtureNowMs - 1000);
    await seedPlaces(database);
    await seedStatistics(database);
    await seedOpenData(database);
  } finally {
    closeDatabase(database);
  }
});

async function seedPlaces({ writer }: Connections): Promise<void> {
  const place = { latitude: -41.05, longitude: 174.05, isServed: true };
  const options = { source: 'fixture', nowMs: fixtureNowMs - 1000, sha256: () => '' };
  const gazetteer = [
    { ...place, name: 'Whangārei', detail: 'Town', isMaori: true, rank: 0 },
    { ...place, name: 'Chatham Island', detail: 'Island', isMaori: false, isServed: false, rank: 100 },
  ];
  await replaceList(writer, 'gazetteer', gazetteer, options);
  const address = { ...place, detail: '', isMaori: false, rank: 0 };
  const addresses = [
    { ...address, name: '12 Rātā Street, Naenae' },
    { ...address, name: '3 Kōwhai Road, Levin', latitude: -40.95, longitude: 174.05 },
    { ...address, name: '3 Kōwhai Road, Ōtaki', latitude: -40.95, longitude: 175.05 },
    { ...address, name: '9 Wharf Road, Waitangi', latitude: -43.95, longitude: -176.56, isServed: false, rank: 100 },
  ];
  await replaceList(writer, 'addresses', addresses, options);
}

/** Two districts of which something is reached: Ōpōtiki is the squares A and B, and as much again east of each. */
async function seedStatistics({ writer }: Connections): Promise<void> {
  const nowMs = fixtureNowMs - 1000;
  const areaAt = (name: string, longitude: number) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: [square(longitude, -41, 0.2)] },
  });
  const districts = file(collection(areaAt('Ōpōtiki', 174), areaAt('Ōpōtiki', 175), areaAt('Gore', 176)));
  const asked = { column: 'name', name: 'Districts', attribution: 'Stats NZ, CC BY 4.0' };
  await importAreas(writer, districts, { ...asked, nowMs });
  await measureStatistics(writer, getPublishedId(writer.db) ?? 0, { nowMs });
}

async function seedOpenData(database: Connections): Promise<void> {
  updateOpenDataChoice(database.writer.db, {
    isOffered: true,
    licence: 'CC-BY-4.0',
    attribution: 'Watchdog of the fixture',
  });
  await makeOpenData(database, { nowMs: fixtureNowMs - 1000, baseUrl: 'https://watea.example' });
}

function seedNames({ writer }: Connections): void {
  const { db } = writer;
  for (const [name, registered, cancelled, freeAt] of names) {
    db.insert(domain)
      .values({
        name,
        revision: 1,
        registered: seconds(registered),
        cancelled: cancelled === null ? null : seconds(cancelled),
        freeAt: freeAt === null ? null : Date.parse(freeAt),
      })
      .run();
  }
  for (const [name, status] of listed) db.insert(listedName).values({ name, status }).run();
  setGeneration(db, 'register', 1, Date.parse('2026-11-20T09:15:00+13:00'));
  buildWitness(writer);
}

function seedAccess({ writer: { db } }: Connections): void {
  const at = fixtureNowMs - 1000;
  const allow = (name: string, perSecond: number, networks: readonly string[]) => {
    const registrarId = addRegistrar(db, name, perSecond, at);
    for (const network of networks) addAllowedNetwork(db, { registrarId, network, note: '' }, at);
  };
  allow('Allowed Registrar', 100_000, ['127.0.0.0/24', '::1/128', '192.0.2.0/24', '2001:db8:7::/48']);
  allow('Slow Registrar', 5, [`${callers.slow}/32`]);
  allow('Slow Too Registrar', 5, [`${callers.slowToo}/32`]);
  allow('Nested Registrar', 7, [`${callers.nested}/32`]);

  const userId = requireUser(db, 'fixture@watea.example', at);
  const key = (text: string, more: Partial<Parameters<typeof addKey>[1]> = {}) =>
    addKey(
      db,
      { userId, hash: hashApiKey(text), prefix: apiKeyPrefix(text), perSecond: 100_000, perDay: 1_000_000, ...more },
      at,
    );
  key(keys.plain);
  key(keys.revoked, { revokedAt: at });
  key(keys.expired, { expiresAt: at });
  key(keys.withOrigins, { origins: [allowedOrigin] });
  key(keys.slow, { perSecond: 3, perDay: 1_000_000 });
  key(keys.threeADay, { perDay: 3 });
  key(keys.slowToo, { perSecond: 3, perDay: 1_000_000 });
  key(keys.counted);
  key(keys.first, { scopes: ['1.0'] });
  key(keys.second, { scopes: ['2.0'] });
  key(keys.everything);
  key(keys.pointsInBulk);
  key(keys.generated);
  key(keys.addressesInBulk);
  key(keys.secondInBulk, { scopes: ['2.0', 'bulk'] });
}
