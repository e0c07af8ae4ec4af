import { expect, test } from 'vitest';
import { putDefaultSpeeds } from '#db/broadband/own/settings.ts';
import { requireProviderByName } from '#db/broadband/providers.ts';
import { requireVersionDetails } from '#db/broadband/version-details.ts';
import type { Connections } from '#db/client.ts';
import { coverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import { collection, feature, file, importOnly, nowMs, offered, square } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';

const speeds = {
  bandwidth_min_mbps: 50,
  bandwidth_max_mbps: 800,
  bandwidth_up_min_mbps: 5,
  bandwidth_up_max_mbps: 400,
};
const none = { bandwidth_min_mbps: undefined, bandwidth_max_mbps: undefined } as const;
const noSpeeds = { ...none, bandwidth_up_min_mbps: undefined, bandwidth_up_max_mbps: null } as const;

/** A database that knows the providers One, which has default speeds for Fibre, and Two, which has none. */
async function withDefaults(): Promise<Connections> {
  const database = freshDatabase();
  const known = ['One', 'Two'].map((provider) => feature({ provider, technology: 'ADSL' }, square(172, -42)));
  await importOnly(database, file(collection(...known)));
  const { id } = requireProviderByName(database.writer.db, 'One');
  putDefaultSpeeds(database.writer.db, id, 1, speeds);
  return database;
}

/** The speeds of the offers of a version, as they are stored. */
const offersOf = ({ writer }: Connections, layers: string) =>
  writer.sqlite
    .prepare(
      `SELECT bandwidth_min_mbps AS least, bandwidth_max_mbps AS most, bandwidth_up_max_mbps AS up FROM coverage_offer
       WHERE layer_id IN (SELECT layer_id FROM coverage_version_layer WHERE version_id = ${layers}) ORDER BY id`,
    )
    .all();

test('speeds that a file leaves open are stored as the defaults of that moment, and the version says so', async () => {
  const database = await withDefaults();
  const given = file(
    collection(
      feature(noSpeeds, square(174, -41)),
      feature({ ...noSpeeds, bandwidth_max_mbps: 300 }, square(175, -41)),
      feature({ ...noSpeeds, availability: 'Not Available' }, square(176, -41)),
    ),
  );
  const { id, notes } = await importOnly(database, given, { mode: 'replace all' });
  const stored = [
    { least: 50, most: 800, up: 400 },
    { least: 50, most: 300, up: 400 },
    { least: 0, most: 0, up: 0 },
  ];
  expect(offersOf(database, String(id))).toEqual(stored);
  const used = (field: string, mbps: number, features: number) => ({ field, mbps, features });
  expect(notes).toEqual([
    {
      code: 'default-speeds',
      provider: 'One',
      technology: 'Fibre',
      speeds: [
        used('bandwidth_min_mbps', 50, 2),
        used('bandwidth_max_mbps', 800, 1),
        used('bandwidth_up_min_mbps', 5, 2),
        used('bandwidth_up_max_mbps', 400, 2),
      ],
    },
  ]);
  // a later default changes no version
  const { id: provider } = requireProviderByName(database.writer.db, 'One');
  putDefaultSpeeds(database.writer.db, provider, 1, { ...speeds, bandwidth_min_mbps: 60 });
  expect(offersOf(database, String(id))).toEqual(stored);
  const again = await importOnly(database, given, { mode: 'replace all' });
  expect(offersOf(database, String(again.id))[0]).toEqual({ least: 60, most: 800, up: 400 });
});

test.each([
  ['another technology', { technology: 'VDSL' }],
  ['another provider', { provider: 'Two' }],
  ['a new provider', { provider: 'Three' }],
])('the defaults do not count for %s, and the refusal is as before', async (_of, properties) => {
  const database = await withDefaults();
  const given = file(collection(feature({ ...noSpeeds, ...properties }, square(174, -41))));
  const { reason } = await rejectionOf(importOnly(database, given));
  expect(reason).toMatchObject({ code: 'fields-missing', fields: Object.keys(none).concat(['bandwidth_up_min_mbps']) });
});

test('where some features have no default, each of them is listed', async () => {
  const database = await withDefaults();
  const of = (properties: object) => feature({ ...noSpeeds, ...properties }, square(174, -41));
  const given = file(collection(of({}), of({ bandwidth_min_mbps: 1, bandwidth_up_min_mbps: 1, technology: 'VDSL' })));
  const { reason, faults } = await rejectionOf(importOnly(database, given));
  expect(reason).toMatchObject({ code: 'fields-missing', fields: ['bandwidth_max_mbps'] });
  expect(faults).toEqual([]);
});

test('a column that seems to be the speed is not passed over for a default, unless a person has ruled it out', async () => {
  const database = await withDefaults();
  const { bandwidth_max_mbps: _, ...rest } = offered;
  const given = (values: object) =>
    file(collection({ ...feature({}, square(174, -41)), properties: { ...rest, ...values } }));
  const guessed = given({ 'Max download': 300 });
  const { reason } = await rejectionOf(importOnly(database, guessed));
  expect(reason).toMatchObject({
    code: 'fields-missing',
    fields: ['bandwidth_max_mbps'],
    open: [],
    proposals: [{ field: 'bandwidth_max_mbps', column: 'Max download' }],
  });
  expect(wordsOf(reason)).toContain("--map 'bandwidth_max_mbps=Max download'");
  const ruledOut = await importOnly(database, guessed, { isExplained: true });
  expect(offersOf(database, String(ruledOut.id))).toContainEqual({ least: 100, most: 800, up: 500 });
  // one that is named like the field is read without a question, and not if a person has ruled it out
  const named = given({ 'Bandwidth Max Mbps': 300 });
  expect(offersOf(database, String((await importOnly(database, named)).id))).toContainEqual({
    least: 100,
    most: 300,
    up: 500,
  });
  const without = await importOnly(database, named, { isExplained: true });
  expect(offersOf(database, String(without.id))).toContainEqual({ least: 100, most: 800, up: 500 });
});

test('a value for the whole file that was remembered does not come back once a person leaves the speed to the default', async () => {
  const database = await withDefaults();
  const { bandwidth_max_mbps: _, ...rest } = offered;
  const given = file(collection({ ...feature({}, square(174, -41)), properties: { ...rest, OTHER: 1 } }));
  const most = async (options: Parameters<typeof importOnly>[2]) => {
    const { id } = await importOnly(database, given, { ...options, mode: 'replace all' });
    return offersOf(database, String(id));
  };
  const constant = coverageChoices.parse({ constants: { bandwidth_max_mbps: 300 } });
  expect(await most({ choices: constant, isExplained: true })).toMatchObject([{ most: 300 }]);
  expect(await most({})).toMatchObject([{ most: 300 }]);
  expect(await most({ isExplained: true })).toMatchObject([{ most: 800 }]);
});

test('the page of a version has the defaults that its import used', async () => {
  const database = await withDefaults();
  const { id } = await importOnly(database, file(collection(feature(noSpeeds, square(174, -41)))));
  const { reading } = requireVersionDetails(database.reader, id, nowMs);
  expect(reading?.notes).toMatchObject([{ code: 'default-speeds', provider: 'One' }]);
});
