import { expect, test } from 'vitest';
import { defaultSpeedsOf } from '#db/broadband/own/settings.ts';
import { addProvider, retireProvider } from '#flows/broadband/provider-changes.ts';
import { retireTechnology } from '#flows/broadband/technology-changes.ts';
import { changeWords } from '#lib/words/audit.ts';
import { nowMs } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { faultWords, refusalOf } from '#tests/support/refusals.ts';
import { changeDefaultSpeeds, defaultSpeedValues } from './default-speed-changes.ts';

const by = { actor: { who: 'ana@watea.example', address: '127.0.0.1' }, nowMs };
const ben = { ...by, actor: { ...by.actor, who: 'ben@watea.example' } };

function withProvider() {
  const { writer } = freshDatabase();
  const id = addProvider.within(writer.db, { name: 'Kea Net', url: '', wholesaleNetwork: 'No' }, by);
  const set = (speeds: Record<string, number | null>, more: object = {}, who = by) =>
    changeDefaultSpeeds.within(writer.db, { id, speeds, ...more }, who);
  const faultsOf = (work: () => unknown) => faultWords(refusalOf(work).faults);
  return { writer, db: writer.db, id, set, faultsOf };
}

test('default speeds are set, changed and removed one by one, and the audit log has them before and after in words', () => {
  const { writer, db, id, set } = withProvider();
  set({ bandwidth_min_mbps_1: 100, bandwidth_max_mbps_1: 950, bandwidth_up_max_mbps_4: 12.5 });
  expect(defaultSpeedsOf(db, id)).toMatchObject([
    { technology: 'Fibre', speeds: { bandwidth_min_mbps: 100, bandwidth_max_mbps: 950 } },
    { technology: 'Wireless', speeds: { bandwidth_up_max_mbps: 12.5 } },
  ]);
  set({ bandwidth_min_mbps_1: null, bandwidth_max_mbps_1: 900, bandwidth_up_max_mbps_4: null });
  expect(defaultSpeedsOf(db, id)).toMatchObject([{ technology: 'Fibre', speeds: { bandwidth_max_mbps: 900 } }]);
  const rows = writer.sqlite
    .prepare<[], { action: string; subject: string; before: string; after: string }>(
      "SELECT action, subject, before, after FROM audit_entry WHERE action = 'provider.defaults' ORDER BY id",
    )
    .all();
  expect(rows.map(({ subject }) => subject)).toEqual(['Kea Net', 'Kea Net']);
  expect(rows.map(({ before, after }) => changeWords(before, after))).toEqual([
    [
      'Fibre, highest download speed (Mbps): 950, was empty',
      'Fibre, lowest download speed (Mbps): 100, was empty',
      'Wireless, highest upload speed (Mbps): 12.5, was empty',
    ],
    [
      'Fibre, highest download speed (Mbps): 900, was 950',
      'Fibre, lowest download speed (Mbps): empty, was 100',
      'Wireless, highest upload speed (Mbps): empty, was 12.5',
    ],
  ]);
  expect(set({ bandwidth_max_mbps_1: 900 }).changed).toEqual([]);
});

test('two editors do not overwrite each other’s speeds; different speeds are both kept', () => {
  const { db, id, set } = withProvider();
  const opened = { revision: 1, fields: defaultSpeedValues(db, id) };
  set({ bandwidth_max_mbps_1: 950 }, { seen: opened });
  const reason = { code: 'field-changed-meanwhile', present: 950, who: by.actor.who, at: nowMs };
  expect(refusalOf(() => set({ bandwidth_max_mbps_1: 300 }, { seen: opened }, ben))).toMatchObject({
    reason: { code: 'changed-meanwhile' },
    faults: [{ where: { field: 'bandwidth_max_mbps_1' }, reason }],
  });
  set({ bandwidth_min_mbps_1: 100 }, { seen: opened }, ben);
  expect(defaultSpeedsOf(db, id)).toMatchObject([{ speeds: { bandwidth_min_mbps: 100, bandwidth_max_mbps: 950 } }]);
});

test.each<[string, Record<string, number | null>, string, string]>([
  [
    'a negative speed',
    { bandwidth_min_mbps_1: -1 },
    'bandwidth_min_mbps_1',
    'Enter a number of megabits per second without commas, such as 1000 or 0.5.',
  ],
  [
    'what is not a number',
    { bandwidth_min_mbps_1: Number.NaN },
    'bandwidth_min_mbps_1',
    'Enter a number of megabits per second without commas, such as 1000 or 0.5.',
  ],
  ['an unknown technology', { bandwidth_min_mbps_99: 5 }, 'bandwidth_min_mbps_99', 'Choose one of the options.'],
  ['another field', { name: 5 }, 'name', 'Choose one of the options.'],
  [
    'a lowest speed above the highest',
    { bandwidth_up_min_mbps_1: 100, bandwidth_up_max_mbps_1: 50 },
    'bandwidth_up_max_mbps_1',
    'Fibre: the lowest upload speed, 100 Mbps, is above the highest, 50 Mbps.',
  ],
])('%s is refused at its field, and nothing changes', (_what, speeds, where, message) => {
  const { db, id, set, faultsOf } = withProvider();
  expect(faultsOf(() => set(speeds))).toEqual([{ where, message }]);
  expect(defaultSpeedsOf(db, id)).toEqual([]);
});

test('the faults of all technologies are reported at once', () => {
  const { set } = withProvider();
  const refused = refusalOf(() =>
    set({
      bandwidth_min_mbps_1: 100,
      bandwidth_max_mbps_1: 50,
      bandwidth_min_mbps_2: -1,
      bandwidth_up_min_mbps_3: 10,
      bandwidth_up_max_mbps_3: 5,
    }),
  );
  expect(refused.faults.map(({ where }) => where)).toEqual([
    { field: 'bandwidth_min_mbps_2' },
    { field: 'bandwidth_max_mbps_1' },
    { field: 'bandwidth_up_max_mbps_3' },
  ]);
});

test('the speeds of a retired technology are not shown and come back with it; a retired provider keeps its own', () => {
  const { db, id, set } = withProvider();
  set({ bandwidth_max_mbps_1: 950, bandwidth_max_mbps_5: 20 });
  retireTechnology.within(db, 5, by);
  expect(defaultSpeedValues(db, id)).not.toHaveProperty('bandwidth_max_mbps_5');
  expect(defaultSpeedsOf(db, id).map(({ technology }) => technology)).toEqual(['Fibre']);
  retireProvider.within(db, id, by);
  expect(defaultSpeedsOf(db, id)).toHaveLength(1);
});
