import { describe, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { faultWords } from '#tests/support/refusals.ts';
import { beginMapping } from './begin-mapping.ts';
import { noChoices } from './choices.ts';
import { ColumnSurvey } from './column-survey.ts';
import type { MappingFacts, MappingValues } from './mapping-values.ts';
import { proposeMapping } from './proposal.ts';
import { settleMapping } from './settle-mapping.ts';

const today = '2026-11-22';
const technologies = ['Fibre', 'Wireless'];
const known = { isRetired: false, foldedNames: ['kea net', 'kea'], id: 7, name: 'Kea Net' };
const row = { ISP: 'Kea', TECH: 'FTTH', availabili: 'Y', PLAN: '900/500' };

/** A screen before a person has touched it, for a file of these rows. */
function screen(
  rows: readonly object[],
  more: Partial<MappingFacts> = {},
): { begun: MappingValues; facts: MappingFacts } {
  const survey = new ColumnSurvey();
  for (const properties of rows) survey.add({ properties: new Map(Object.entries(properties)) });
  const columns = survey.facts();
  const facts = { columns, technologies, providers: [known], standing: [], layerName: 'towns', ...more };
  const proposals = proposeMapping({ columns, technologies, isKnownProvider: (name) => /kea/i.test(name) });
  return { begun: beginMapping(proposals, facts, undefined), facts };
}

const lowest = { bandwidth_min_mbps: '100', bandwidth_up_min_mbps: '20' };
const mend = ({ constants, ...values }: MappingValues, more: Partial<MappingValues> = {}): MappingValues => ({
  ...{ ...values, constants: { ...constants, ...lowest }, isConfirmed: true },
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

test('the screen begins with what seems to be meant, and asks for the rest', () => {
  const { begun, facts } = screen([row]);
  expect(begun).toMatchObject({
    columns: { technology: 'TECH', provider: 'ISP', availability: 'availabili', bandwidth_max_mbps: 'PLAN[first]' },
    meanings: { technology: { FTTH: 'Fibre' }, availability: { Y: 'Available' } },
    ...{ isConfirmed: false, mode: 'join', delivery: '', asOf: '' },
  });
  const column = 'Please choose a column, or write what it is for the whole file.';
  expect(faultsOf(begun, facts)).toEqual({
    'columns.bandwidth_min_mbps': column,
    'columns.bandwidth_up_min_mbps': column,
    isConfirmed: 'Please compare these columns with their values, then tick this.',
  });
});

test('what was said becomes the choices of an import', () => {
  const { begun, facts } = screen([row, { ...row, TECH: 'Wireless' }]);
  const said = mend(begun, { delivery: ' towns 2026 ', asOf: '2026-11-01' });
  expect(settleMapping(said, facts, today)).toEqual({
    ...{ mode: 'join', newProviders: [], aliases: [], delivery: 'towns 2026', asOf: '2026-11-01' },
    choices: {
      ...noChoices,
      columns: {
        ...{ technology: 'TECH', provider: 'ISP', availability: 'availabili' },
        ...{ bandwidth_max_mbps: 'PLAN[first]', bandwidth_up_max_mbps: 'PLAN[second]' },
      },
      constants: lowest,
      // what is ours already needs no saying
      values: { technology: { FTTH: 'Fibre' }, availability: { Y: 'Available' } },
    },
  });
});

test('a value of which nothing is known must be said', () => {
  const { begun, facts } = screen([{ ...row, TECH: 'Pigeon.1' }]);
  const columns = { ...begun.columns, technology: 'TECH' };
  expect(faultsOf(mend(begun, { columns }), facts)).toEqual({
    'meanings.technology.Pigeon.1': 'Please say what this means.',
  });
  const inherited = screen([{ ...row, TECH: 'constructor' }]);
  expect(faultsOf(mend(inherited.begun, { columns }), inherited.facts)).toHaveProperty([
    'meanings.technology.constructor',
  ]);
  const meanings = { ...begun.meanings, technology: { 'Pigeon.1': 'Wireless' } };
  expect(settleMapping(mend(begun, { columns, meanings }), facts, today).choices.values).toMatchObject({
    technology: { 'Pigeon.1': 'Wireless' },
  });
});

describe('a provider that is not known', () => {
  const { begun, facts } = screen([{ ...row, ISP: 'Moa' }, { ...row, ISP: ' MOA ' }, row]);
  const columns = { ...begun.columns, provider: 'ISP' };

  test('is asked about once, however it is written', () => {
    expect(faultsOf(mend(begun, { columns }), facts)).toEqual({ 'providers.MOA': 'Please say who this is.' });
  });
  test('is added, or becomes another name of one that stands', () => {
    const settled = (chosen: string) =>
      settleMapping(mend(begun, { columns, providers: { MOA: chosen } }), facts, today);
    expect(settled('new')).toMatchObject({ newProviders: ['MOA'], aliases: [] });
    expect(settled('7')).toMatchObject({ newProviders: [], aliases: [{ alias: 'MOA', providerId: 7 }] });
    expect(faultsOf(mend(begun, { columns, providers: { MOA: '8' } }), facts)).toHaveProperty(['providers.MOA']);
  });
});

test('a retired provider must be brought back first', () => {
  const { begun, facts } = screen([row], { providers: [{ ...known, isRetired: true }] });
  expect(faultsOf(mend(begun), facts)).toEqual({
    'columns.provider': 'Kea Net is retired: bring it back on its page first.',
  });
});

describe('what is published of the same technology and provider', () => {
  const layer = (delivery: string) => ({ technology: 'Fibre', provider: 'Kea Net', delivery, parts: 3, asOf: null });
  const ask = (standing: readonly ReturnType<typeof layer>[], more: Partial<MappingValues>) => {
    const { begun, facts } = screen([row], { standing });
    return { begun, faults: faultsOf(mend(begun, more), facts) };
  };
  test('must be replaced or added to', () => {
    const { begun, faults } = ask([layer('towns')], {});
    expect(begun.mode).toBe('');
    expect(faults).toEqual({ mode: 'Please say what becomes of what is published.' });
    expect(ask([layer('towns')], { mode: 'replace' }).faults).toEqual({});
    expect(ask([layer('towns')], { mode: 'replace all' }).faults).toEqual({});
  });
  test('is added to by a delivery of another name only', () => {
    expect(ask([layer('towns')], { mode: 'add' }).faults).toEqual({
      delivery: 'There is a delivery called “towns” already: call this one otherwise, or replace that one.',
    });
    expect(ask([layer('towns')], { mode: 'add', delivery: 'farms' }).faults).toEqual({});
  });
  test('must be named when there are several', () => {
    const several = [layer('a'), layer('b')];
    expect(ask(several, { mode: 'replace' }).faults).toEqual({
      delivery: 'There are several deliveries (“a”, “b”): write here which of them this one replaces.',
    });
    expect(ask(several, { mode: 'replace', delivery: 'b' }).faults).toEqual({});
  });
  test('of another technology is kept, and nothing is asked', () => {
    const { begun, faults } = ask([{ ...layer('towns'), technology: 'Wireless' }], { mode: 'replace' });
    expect([begun.mode, faults]).toEqual(['join', {}]);
  });
});

test.each<[string, Partial<Record<string, string>>, Record<string, string>]>([
  ['a speed', { bandwidth_min_mbps: 'fast' }, { 'constants.bandwidth_min_mbps': '"fast" is not a number (Mbps).' }],
  [
    'an address',
    { url: 'javascript:x' },
    { 'constants.url': '"javascript:x" is not an address that begins with http:// or https://.' },
  ],
  ['a timing number', { timing_id: '1.5' }, { 'constants.timing_id': '"1.5" is not a whole number.' }],
])('%s that is none is refused at its field', (_, constants, faults) => {
  const { begun, facts } = screen([row]);
  const mended = mend(begun);
  expect(faultsOf({ ...mended, constants: { ...mended.constants, ...constants } }, facts)).toEqual(faults);
});

test.each([
  ['2026-02-30', 'Please give a day of the calendar, or leave this empty.'],
  ['2026-11-23', 'This day is still to come.'],
])('the day %s is refused', (asOf, message) => {
  const { begun, facts } = screen([row]);
  expect(faultsOf(mend(begun, { asOf }), facts)).toEqual({ asOf: message });
});

test('where the file leaves a field blank its constant is asked for', () => {
  const { begun, facts } = screen([row, { ...row, TECH: '' }]);
  expect(faultsOf(mend(begun), facts)).toEqual({
    'constants.technology': 'Please write what it is where the file leaves it blank.',
  });
});

test('what was chosen for an earlier file comes back, the question of ten letters answered', () => {
  const { begun, facts } = screen([row]);
  const { choices } = settleMapping(mend(begun), facts, today);
  const again = beginMapping([], facts, choices);
  expect(again).toMatchObject({ isConfirmed: true, columns: begun.columns, constants: lowest });
  expect(settleMapping(again, facts, today).choices).toEqual(choices);
});
