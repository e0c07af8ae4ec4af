import { describe, expect, test } from 'vitest';
import type { Speeds } from '#lib/broadband/import/offers/speeds.ts';
import { Refusal } from '#lib/refusal.ts';
import { faultWords } from '#tests/support/refusals.ts';
import { beginMapping } from './begin-mapping.ts';
import { noChoices } from './choices.ts';
import { ColumnSurvey } from './column-survey.ts';
import { defaultSpeedsMeant, type MappingFacts, type MappingValues } from './mapping-values.ts';
import { proposeMapping } from './proposal.ts';
import { settleMapping } from './settle-mapping.ts';

const today = '2026-11-22';
const technologies = ['Fibre', 'Wireless'];
const known = { isRetired: false, defaultSpeeds: [], foldedNames: ['kea net', 'kea'], id: 7, name: 'Kea Net' };
const row = { ISP: 'Kea', TECH: 'FTTH', availabili: 'Y', PLAN: '900/500' };

/** The form as first shown, for a file with these rows. */
function screen(
  rows: readonly object[],
  more: Partial<MappingFacts> = {},
): { begun: MappingValues; facts: MappingFacts } {
  const survey = new ColumnSurvey();
  for (const properties of rows) survey.add({ properties: new Map(Object.entries(properties)) });
  const columns = survey.facts();
  const facts = { columns, technologies, providers: [known], published: [], layerName: 'towns', ...more };
  const proposals = proposeMapping(columns, { technologies, isKnownProvider: (name) => /kea/i.test(name) });
  return { begun: beginMapping(proposals, facts, undefined), facts };
}

const lowest = { bandwidth_min_mbps: '100', bandwidth_up_min_mbps: '20' };
const answered = ({ constants, ...values }: MappingValues, more: Partial<MappingValues> = {}): MappingValues => ({
  ...values,
  constants: { ...constants, ...lowest },
  isConfirmed: true,
  ...more,
});

function faultsOf(values: MappingValues, facts: MappingFacts): Record<string, string> {
  try {
    settleMapping(values, facts, today);
  } catch (fault) {
    if (fault instanceof Refusal)
      return Object.fromEntries(faultWords(fault.faults).map(({ where, message }) => [where, message]));
  }
  return {};
}

test('the form starts with the proposals and asks for the rest', () => {
  const { begun, facts } = screen([row]);
  expect(begun).toMatchObject({
    columns: { technology: 'TECH', provider: 'ISP', availability: 'availabili', bandwidth_max_mbps: 'PLAN[first]' },
    meanings: { technology: { FTTH: 'Fibre' }, availability: { Y: 'Available' } },
    isConfirmed: false,
    mode: 'join',
    delivery: '',
    asOf: '',
  });
  const column = 'Choose a column, or enter a value for the whole file.';
  expect(faultsOf(begun, facts)).toEqual({
    'columns.bandwidth_min_mbps': column,
    'columns.bandwidth_up_min_mbps': column,
    isConfirmed: 'Compare these columns with their values, then tick this.',
  });
});

test('the answers become the choices of an import', () => {
  const { begun, facts } = screen([row, { ...row, TECH: 'Wireless' }]);
  const values = answered(begun, { delivery: ' towns 2026 ', asOf: '2026-11-01' });
  expect(settleMapping(values, facts, today)).toEqual({
    mode: 'join',
    newProviders: [],
    aliases: [],
    delivery: 'towns 2026',
    asOf: '2026-11-01',
    choices: {
      ...noChoices,
      columns: {
        technology: 'TECH',
        provider: 'ISP',
        availability: 'availabili',
        bandwidth_max_mbps: 'PLAN[first]',
        bandwidth_up_max_mbps: 'PLAN[second]',
      },
      constants: lowest,
      // the API's own value needs no choice
      values: { technology: { FTTH: 'Fibre' }, availability: { Y: 'Available' } },
    },
  });
});

test('an unknown value needs a meaning', () => {
  const { begun, facts } = screen([{ ...row, TECH: 'Pigeon.1' }]);
  const columns = { ...begun.columns, technology: 'TECH' };
  expect(faultsOf(answered(begun, { columns }), facts)).toEqual({
    'meanings.technology.Pigeon.1': 'Choose what this means.',
  });
  const inherited = screen([{ ...row, TECH: 'constructor' }]);
  expect(faultsOf(answered(inherited.begun, { columns }), inherited.facts)).toHaveProperty([
    'meanings.technology.constructor',
  ]);
  const meanings = { ...begun.meanings, technology: { 'Pigeon.1': 'Wireless' } };
  expect(settleMapping(answered(begun, { columns, meanings }), facts, today).choices.values).toMatchObject({
    technology: { 'Pigeon.1': 'Wireless' },
  });
});

test('a meaning must be one of ours, and a text not longer than we store; each fault is shown with the others', () => {
  const { begun, facts } = screen([{ ...row, TECH: 'Pigeon' }]);
  const columns = { ...begun.columns, technology: 'TECH' };
  const meanings = { ...begun.meanings, technology: { Pigeon: 'Carrier' } };
  const constants = { ...answered(begun).constants, url: 'x'.repeat(501) };
  const given = answered(begun, { columns, meanings, delivery: 'x'.repeat(501), asOf: 'soon' });
  expect(faultsOf({ ...given, constants }, facts)).toEqual({
    'meanings.technology.Pigeon': '"Carrier" is not one of Fibre, Wireless.',
    'constants.url': 'The text is longer than 500 characters.',
    delivery: 'The text is longer than 500 characters.',
    asOf: 'Enter a day from the year 2000 on, such as 2026-11-20.',
  });
});

describe('an unknown provider', () => {
  const { begun, facts } = screen([{ ...row, ISP: 'Moa' }, { ...row, ISP: ' MOA ' }, row]);
  const columns = { ...begun.columns, provider: 'ISP' };

  test('needs one answer, however its name is capitalised', () => {
    expect(faultsOf(answered(begun, { columns }), facts)).toEqual({
      'providers.MOA': 'Choose which provider this is.',
    });
  });
  test('is added, or becomes another name of a known provider', () => {
    const settled = (chosen: string) =>
      settleMapping(answered(begun, { columns, providers: { MOA: chosen } }), facts, today);
    expect(settled('new')).toMatchObject({ newProviders: ['MOA'], aliases: [] });
    expect(settled('7')).toMatchObject({ newProviders: [], aliases: [{ alias: 'MOA', providerId: 7 }] });
    expect(faultsOf(answered(begun, { columns, providers: { MOA: '8' } }), facts)).toHaveProperty(['providers.MOA']);
  });
});

test('must be brought back first when it is retired', () => {
  const { begun, facts } = screen([row], { providers: [{ ...known, isRetired: true }] });
  expect(faultsOf(answered(begun), facts)).toEqual({
    'columns.provider': 'Kea Net is retired: bring it back on its page first.',
  });
});

describe('published coverage of the same technology and provider', () => {
  const layer = (delivery: string) => ({ technology: 'Fibre', provider: 'Kea Net', delivery, parts: 3, asOf: null });
  const ask = (published: readonly ReturnType<typeof layer>[], more: Partial<MappingValues>) => {
    const { begun, facts } = screen([row], { published });
    return { begun, faults: faultsOf(answered(begun, more), facts) };
  };
  test('must be replaced or added to', () => {
    const { begun, faults } = ask([layer('towns')], {});
    expect(begun.mode).toBe('');
    expect(faults).toEqual({ mode: 'Choose what happens to the published coverage.' });
    expect(ask([layer('towns')], { mode: 'replace' }).faults).toEqual({});
    expect(ask([layer('towns')], { mode: 'replace all' }).faults).toEqual({});
  });
  test('can only be kept beside a delivery with another name', () => {
    expect(ask([layer('towns')], { mode: 'add' }).faults).toEqual({
      delivery:
        'There is already a delivery named "towns". Use --replace to replace it, or --delivery to give this one another name.',
    });
    expect(ask([layer('towns')], { mode: 'add', delivery: 'farms' }).faults).toEqual({});
  });
  test('must be chosen by name when there are several deliveries', () => {
    const several = [layer('a'), layer('b')];
    expect(ask(several, { mode: 'replace' }).faults).toEqual({
      delivery:
        'There are several deliveries ("a", "b"), and none is named "towns". Use --delivery to name the one to replace.',
    });
    expect(ask(several, { mode: 'replace', delivery: 'b' }).faults).toEqual({});
  });
  test('of another technology is kept without a question', () => {
    const { begun, faults } = ask([{ ...layer('towns'), technology: 'Wireless' }], { mode: 'replace' });
    expect([begun.mode, faults]).toEqual(['join', {}]);
  });
});

test.each<[string, Partial<Record<string, string>>, Record<string, string>]>([
  ['a speed', { bandwidth_min_mbps: 'fast' }, { 'constants.bandwidth_min_mbps': '"fast" is not a number (Mbps).' }],
  [
    'an address',
    { url: 'javascript:x' },
    { 'constants.url': '"javascript:x" is not a web address that begins with http:// or https://.' },
  ],
  ['a timing number', { timing_id: '1.5' }, { 'constants.timing_id': '"1.5" is not a whole number.' }],
])('an invalid constant is refused at its field: %s', (_, constants, faults) => {
  const { begun, facts } = screen([row]);
  const given = answered(begun);
  expect(faultsOf({ ...given, constants: { ...given.constants, ...constants } }, facts)).toEqual(faults);
});

test.each([
  ['2026-02-30', 'Enter a day from the year 2000 on, such as 2026-11-20.'],
  ['2026-11-23', 'The coverage cannot be as of 23 November 2026, which is in the future: today is 22 November 2026.'],
])('the day %s is refused', (asOf, message) => {
  const { begun, facts } = screen([row]);
  expect(faultsOf(answered(begun, { asOf }), facts)).toEqual({ asOf: message });
});

test('a column with blank rows needs a value for them', () => {
  const { begun, facts } = screen([row, { ...row, TECH: '' }]);
  expect(faultsOf(answered(begun), facts)).toEqual({
    'constants.technology': 'Enter a value for the rows in which the column is blank.',
  });
});

test('the choices for an earlier file are restored, and its short names are confirmed', () => {
  const { begun, facts } = screen([row]);
  const { choices } = settleMapping(answered(begun), facts, today);
  const again = beginMapping([], facts, choices);
  expect(again).toMatchObject({ isConfirmed: true, columns: begun.columns, constants: lowest });
  expect(settleMapping(again, facts, today).choices).toEqual(choices);
});

describe('a speed without a column or a value', () => {
  const withDefaults = (...of: [technology: string, speeds: Speeds][]) => ({
    providers: [{ ...known, defaultSpeeds: of.map(([technology, speeds]) => ({ technology, speeds })) }],
  });
  const open = ({ constants, ...values }: MappingValues): MappingValues =>
    answered({ ...values, constants }, { constants });
  const speeds = { bandwidth_min_mbps: 50, bandwidth_up_min_mbps: 10 };

  test('is the default of the provider for the technology, and no choice', () => {
    const { begun, facts } = screen([row], withDefaults(['Fibre', speeds]));
    const { choices } = settleMapping(open(begun), facts, today);
    expect(choices.constants).toEqual({});
    expect(defaultSpeedsMeant('bandwidth_min_mbps', begun, facts)).toEqual([
      { provider: 'Kea Net', technology: 'Fibre', mbps: 50 },
    ]);
  });
  test('is refused as before where the provider has no default', () => {
    const { begun, facts } = screen([row], withDefaults(['Wireless', speeds], ['Fibre', { bandwidth_min_mbps: 50 }]));
    expect(faultsOf(open(begun), facts)).toEqual({
      'columns.bandwidth_up_min_mbps': 'Choose a column, or enter a value for the whole file.',
    });
  });
  test('is refused with the technologies that have no default', () => {
    const { begun, facts } = screen([row, { ...row, TECH: 'Wireless' }], withDefaults(['Fibre', speeds]));
    const sentence = 'Choose a column, or enter a value for the whole file: Kea Net has no default for Wireless.';
    expect(faultsOf(open(begun), facts)).toEqual({
      'columns.bandwidth_min_mbps': sentence,
      'columns.bandwidth_up_min_mbps': sentence,
    });
  });
  test('is left to the import if the file has several technologies and providers', () => {
    const rows = [row, { ...row, TECH: 'Wireless', ISP: 'Moa' }];
    const { begun, facts } = screen(rows, withDefaults(['Fibre', speeds]));
    expect(faultsOf({ ...open(begun), providers: { Moa: 'new' } }, facts)).toEqual({});
  });
});

test('a lowest speed for the whole file that is above the highest is refused at its field, before the import', () => {
  const { begun, facts } = screen([{ ISP: 'Kea', TECH: 'FTTH', availabili: 'Y' }]);
  const speeds = { bandwidth_max_mbps: '100', bandwidth_min_mbps: '900', bandwidth_up_min_mbps: '20' };
  const given = answered(begun, { constants: { ...begun.constants, ...speeds, bandwidth_up_max_mbps: '500' } });
  expect(faultsOf(given, facts)).toMatchObject({
    'constants.bandwidth_max_mbps': 'bandwidth_min_mbps 900 is above bandwidth_max_mbps 100.',
  });
});
