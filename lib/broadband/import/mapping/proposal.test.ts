import { expect, test } from 'vitest';
import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
import { acceptProposals } from './begin-mapping.ts';
import { noChoices } from './choices.ts';
import { shortNames } from './column-names.ts';
import { ColumnSurvey } from './column-survey.ts';
import { openProposals, proposeMapping } from './proposal.ts';

const technologies = ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'];

function propose(...rows: Record<string, PropertyValue>[]) {
  const survey = new ColumnSurvey();
  for (const row of rows) survey.add({ properties: new Map(Object.entries(row)) });
  return proposeMapping(survey.facts(), { technologies, isKnownProvider: (name) => name === 'Tūī Fibre' });
}

/** The proposed columns, by field. */
function columnsOf(proposals: ReturnType<typeof propose>) {
  return Object.fromEntries(proposals.flatMap(({ field, column }) => (column === undefined ? [] : [[field, column]])));
}

test('columns named like the fields are certain, whatever their capitals and separators', () => {
  const proposals = propose({
    technology: 'fibre',
    Provider: 'Tūī Fibre',
    AVAILABILITY: 'Available',
    'Bandwidth Min Mbps': 1,
    bandwidthMaxMbps: 2,
    bandwidth_up_min_mbps: 3,
    bandwidth_up_max_mbps: 4,
    URL: 'https://x.example',
  });
  expect(columnsOf(proposals)).toEqual({
    technology: 'technology',
    provider: 'Provider',
    availability: 'AVAILABILITY',
    url: 'URL',
    bandwidth_min_mbps: 'Bandwidth Min Mbps',
    bandwidth_max_mbps: 'bandwidthMaxMbps',
    bandwidth_up_min_mbps: 'bandwidth_up_min_mbps',
    bandwidth_up_max_mbps: 'bandwidth_up_max_mbps',
  });
  expect(proposals.filter(({ mustConfirm }) => mustConfirm)).toEqual([]);
  expect(openProposals(proposals)).toEqual([]);
});

test('the ten-letter names that GDAL writes are proposed in its order, and need confirmation', () => {
  // as ogr2ogr 3.6 wrote them from a GeoJSON of the fields
  expect([...shortNames]).toEqual([
    ['technology', 'technology'],
    ['provider', 'provider'],
    ['availability', 'availabili'],
    ['completion', 'completion'],
    ['wholesale_network', 'wholesale_'],
    ['url', 'url'],
    ['bandwidth_min_mbps', 'bandwidth_'],
    ['bandwidth_max_mbps', 'bandwidt_1'],
    ['bandwidth_up_min_mbps', 'bandwidt_2'],
    ['bandwidth_up_max_mbps', 'bandwidt_3'],
    ['timing_id', 'timing_id'],
  ]);
  const proposals = propose({
    technology: 'Fibre',
    provider: 'Tūī Fibre',
    availabili: 'Available',
    wholesale_: 'No',
    bandwidth_: 100,
    bandwidt_1: 950,
    bandwidt_2: 20,
    bandwidt_3: 500,
  });
  expect(openProposals(proposals).map(({ field, column }) => [field, column])).toEqual([
    ['availability', 'availabili'],
    ['wholesale_network', 'wholesale_'],
    ['bandwidth_min_mbps', 'bandwidth_'],
    ['bandwidth_max_mbps', 'bandwidt_1'],
    ['bandwidth_up_min_mbps', 'bandwidt_2'],
    ['bandwidth_up_max_mbps', 'bandwidt_3'],
  ]);
});

test.each<[title: string, rows: Record<string, PropertyValue>[], columns: object]>([
  [
    'a provider’s own words',
    [{ ISP: 'Tūī Fibre', TECH: 'FTTH', STATUS: 'Y', MAX_DOWN: 900, MIN_DOWN: 100, MAX_UP: 500, MIN_UP: 20 }],
    {
      provider: 'ISP',
      technology: 'TECH',
      availability: 'STATUS',
      bandwidth_max_mbps: 'MAX_DOWN',
      bandwidth_min_mbps: 'MIN_DOWN',
      bandwidth_up_max_mbps: 'MAX_UP',
      bandwidth_up_min_mbps: 'MIN_UP',
    },
  ],
  [
    'two speeds in one column',
    [
      { plan: '900/500', tech: 'UFB' },
      { plan: '300/100 Mbps', tech: 'HFC' },
    ],
    { technology: 'tech', bandwidth_max_mbps: 'plan[first]', bandwidth_up_max_mbps: 'plan[second]' },
  ],
  [
    'kilobits, by name and by size',
    [{ down_kbps: 950_000, UploadSpeed: 500_000 }],
    { bandwidth_max_mbps: 'down_kbps[kbps]', bandwidth_up_max_mbps: 'UploadSpeed[kbps]' },
  ],
  ['gigabits', [{ 'Download (Gbps)': 1 }], { bandwidth_max_mbps: 'Download (Gbps)[Gbps]' }],
  [
    'by values only',
    [
      { a: 'VDSL2', b: 'Planned', c: 'https://tui.example', d: 'Tūī Fibre', e: 'Both' },
      { a: 'FTTN', b: 'available', c: 'http://x.example', d: 'Kea', e: 'Y' },
    ],
    { technology: 'a', availability: 'b', url: 'c', provider: 'd', wholesale_network: 'e' },
  ],
  [
    'a name that the values contradict is not proposed',
    [{ type: 'residential', status: 'checked', network: 7, website: 'ask us', speed: 'fast' }],
    {},
  ],
  ['only Y and N mean nothing', [{ x: 'Y' }, { x: 'N' }], {}],
  ['blank columns', [{ technology: '', provider: null, speed: ' ' }], {}],
  [
    'the better of two columns',
    [{ type: 'FTTH', technology_name: 'UFB', ready_by: '2027-06', status: 'Planned' }],
    { technology: 'technology_name', completion: 'ready_by', availability: 'status' },
  ],
])('columns are proposed by name and values: %s', (_, rows, columns) => {
  expect(columnsOf(propose(...rows))).toEqual(columns);
});

test('values are proposed with their meanings; only the values of the API need no confirmation', () => {
  const proposals = propose(
    { TECH: 'FTTH', availability: 'Y', wholesale: 'yes', ISP: 'Tūī Fibre' },
    { TECH: 'fibre', availability: 'available', wholesale: 'No', ISP: 'Kea Net' },
    { TECH: 'FTTH', availability: 'maybe', wholesale: 'No', ISP: 'Kea Net' },
  );
  const valuesOf = (name: string) => proposals.find(({ field }) => field === name)?.values;
  expect(valuesOf('technology')).toEqual([
    { from: 'FTTH', count: 2, to: 'Fibre', mustConfirm: true },
    { from: 'fibre', count: 1, to: 'Fibre', mustConfirm: false },
  ]);
  expect(valuesOf('availability')).toEqual([
    { from: 'Y', count: 1, to: 'Available', mustConfirm: true },
    { from: 'available', count: 1, to: 'Available', mustConfirm: false },
    { from: 'maybe', count: 1, to: undefined, mustConfirm: true },
  ]);
  expect(valuesOf('provider')).toEqual([
    { from: 'Tūī Fibre', count: 1, to: 'Tūī Fibre', mustConfirm: false },
    { from: 'Kea Net', count: 2, to: undefined, mustConfirm: true },
  ]);
  expect(openProposals(proposals)).toEqual([
    { field: 'technology', column: 'TECH', meanings: [{ from: 'FTTH', to: 'Fibre' }] },
    { field: 'provider', column: 'ISP', meanings: [] },
    { field: 'availability', column: undefined, meanings: [{ from: 'Y', to: 'Available' }] },
    { field: 'wholesale_network', column: 'wholesale', meanings: [] },
  ]);
});

test('a technology that staff retired is not proposed', () => {
  const survey = new ColumnSurvey();
  survey.add({ properties: new Map([['tech', 'HFC']]) });
  const known = { technologies: ['Fibre'], isKnownProvider: () => false };
  expect(proposeMapping(survey.facts(), known).find(({ field }) => field === 'technology')?.column).toBeUndefined();
});

test('accepting all proposals keeps earlier choices and constants', () => {
  const proposals = propose({ TECH: 'FTTH', ISP: 'Kea', plan: '900/500', Availability: 'Y' });
  const chosen = {
    ...noChoices,
    columns: { bandwidth_max_mbps: 'other' },
    constants: { provider: 'Tūī Fibre' },
    values: { technology: { FTTH: 'Cable' } },
  };
  expect(acceptProposals(chosen, proposals)).toEqual({
    ...chosen,
    columns: {
      technology: 'TECH',
      availability: 'Availability',
      bandwidth_max_mbps: 'other',
      bandwidth_up_max_mbps: 'plan[second]',
    },
    values: { technology: { FTTH: 'Cable' }, availability: { Y: 'Available' } },
  });
});

test('the memory used by a column does not grow with the file', () => {
  const survey = new ColumnSurvey();
  for (let row = 0; row < 10_000; row++) {
    survey.add({
      properties: new Map<string, PropertyValue>([
        ['id', row],
        ['text', 'x'.repeat(200)],
        [`c${row}`, 1],
      ]),
    });
  }
  const facts = survey.facts();
  expect(facts).toHaveLength(200);
  expect(facts[0]).toMatchObject({
    name: 'id',
    filled: 10_000,
    blank: 0,
    numbers: 10_000,
    least: 0,
    most: 9999,
    hasMore: true,
  });
  expect(facts[0]?.values).toHaveLength(40);
  expect(facts[1]).toMatchObject({ name: 'text', values: [], hasMore: true, least: null });
});
