import { describe, expect, test } from 'vitest';
import {
  marksOnScale,
  type ProviderOffer,
  parseAnswer,
  positionOnScale,
  scaleEnd,
  type TechnologyResult,
} from './answer.ts';
import {
  type AnswerFilter,
  countOffers,
  everything,
  filterResults,
  parseFilter,
  writeFilter,
} from './answer-filter.ts';

const provider = {
  name: 'A provider',
  wholesale_network: 'Both',
  url: 'https://provider.example/',
  bandwidth_min_mbps: 300,
  bandwidth_max_mbps: 950,
  bandwidth_up_min_mbps: 100,
  bandwidth_up_max_mbps: 500,
  timing_id: 0,
};
const fibre = { technology: 'Fibre', availability: 'Available', set_id: 1, providers: [provider] };
const body = (...results: unknown[]) => ({ location: ['174.7756', '-41.2866'], results });

test('an answer is parsed completely, in its order', () => {
  const cable = { technology: 'Cable', availability: 'Planned', completion: 'late 2027', set_id: 2, providers: [] };
  const adsl = { technology: 'ADSL', availability: 'Not Available', set_id: 5 };
  expect(parseAnswer(body(fibre, cable, adsl))).toEqual([
    {
      technology: 'Fibre',
      setId: 1,
      availability: 'Available',
      completion: undefined,
      providers: [
        {
          name: 'A provider',
          wholesaleNetwork: 'Both',
          url: 'https://provider.example/',
          minDownloadMbps: 300,
          maxDownloadMbps: 950,
          minUploadMbps: 100,
          maxUploadMbps: 500,
        },
      ],
    },
    { technology: 'Cable', setId: 2, availability: 'Planned', completion: 'late 2027', providers: [] },
    { technology: 'ADSL', setId: 5, availability: 'Not Available', completion: undefined, providers: [] },
  ]);
});

test('an unknown technology is parsed like the others', () => {
  expect(parseAnswer(body({ ...fibre, technology: 'Satellite' }))?.[0]?.technology).toBe('Satellite');
});

describe('an incomplete answer is not valid', () => {
  test.each([
    ['not an object', null],
    ['a text', 'Available'],
    ['no results', { location: ['1', '2'] }],
    ['results that are not a list', { results: {} }],
    ['an unknown availability', body(fibre, { ...fibre, availability: 'Perhaps' })],
    ['a technology without a name', body({ ...fibre, technology: 7 })],
    ['providers that are not a list', body({ ...fibre, providers: {} })],
    ['a provider without a name', body({ ...fibre, providers: [{ ...provider, name: undefined }] })],
    ['an unknown wholesale value', body({ ...fibre, providers: [{ ...provider, wholesale_network: 'Maybe' }] })],
    ['a speed as a text', body({ ...fibre, providers: [{ ...provider, bandwidth_max_mbps: '950' }] })],
    ['a negative speed', body({ ...fibre, providers: [{ ...provider, bandwidth_up_min_mbps: -1 }] })],
  ])('%s', (_what, value) => {
    expect(parseAnswer(value)).toBeUndefined();
  });
});

function offer(name: string, maxDownloadMbps: number, maxUploadMbps: number): ProviderOffer {
  return {
    name,
    url: '',
    wholesaleNetwork: 'No',
    minDownloadMbps: 0,
    minUploadMbps: 0,
    maxDownloadMbps,
    maxUploadMbps,
  };
}

function result(technology: string, availability: TechnologyResult['availability'], providers: ProviderOffer[] = []) {
  return { technology, setId: 1, availability, completion: undefined, providers };
}

const results = [
  result('Fibre', 'Planned', [offer('A', 950, 500), offer('B', 300, 19)]),
  result('Cable', 'Available', [offer('C', 100, 20)]),
  result('Wireless', 'Underway', [offer('D', 99, 50)]),
  result('ADSL', 'Available', [offer('E', 18, 1)]),
  result('VDSL', 'Not Available'),
];

test.each<[Partial<AnswerFilter>, string]>([
  [{}, 'Fibre AB, Cable C, Wireless D, ADSL E'],
  [{ isFast: true }, 'Fibre A, Cable C'],
  [{ when: 'now' }, 'Cable C, ADSL E'],
  [{ when: 'later' }, 'Fibre AB, Wireless D'],
  [{ technology: 'ADSL' }, 'ADSL E'],
  [{ technology: 'ADSL', isFast: true }, ''],
  [{ technology: 'VDSL' }, ''],
])('%j leaves %s', (filter, left) => {
  const kept = filterResults(results, { ...everything, ...filter });
  const names = kept.map(({ technology, providers }) => `${technology} ${providers.map(({ name }) => name).join('')}`);
  expect(names.join(', ')).toBe(left);
});

test('the offers that a filter hides are counted', () => {
  expect(
    [everything, { ...everything, isFast: true }].map((filter) => countOffers(filterResults(results, filter))),
  ).toEqual([5, 2]);
});

test.each<[Partial<AnswerFilter>, string]>([
  [{}, ''],
  [{ isFast: true, when: 'later' }, 'fast,later'],
  [{ isFast: true, technology: 'Fibre, to the node' }, 'fast,kind:Fibre, to the node'],
  [{ technology: 'now' }, 'kind:now'],
])('%j is kept in a link as %j', (filter, text) => {
  expect(writeFilter({ ...everything, ...filter })).toBe(text);
  expect(parseFilter(text)).toEqual({ ...everything, ...filter });
});

test('what a link does not know shows everything', () => {
  expect(parseFilter('slow,then')).toEqual(everything);
});

test('18, 50 and 900 Mbps are clearly apart', () => {
  const [slow = 0, middle = 0, fast = 0] = [18, 50, 900].map((mbps) => positionOnScale(mbps, scaleEnd(900)));
  expect(middle - slow).toBeGreaterThan(0.1);
  expect(fast - middle).toBeGreaterThan(0.1);
});

test('each mark is ten times the one before, as far apart as the others', () => {
  expect(marksOnScale(1000)).toEqual([1 / 3, 2 / 3].map((at) => expect.closeTo(at, 9)));
  expect(marksOnScale(10_000)).toEqual([0.25, 0.5, 0.75]);
});

test('no speed leaves the scale', () => {
  expect(scaleEnd(1000)).toBe(1000);
  expect(scaleEnd(8000)).toBe(10_000);
  expect([0, 0.5, 1].map((mbps) => positionOnScale(mbps, 1000))).toEqual([0, 0, 0]);
  expect(positionOnScale(50_000, 10_000)).toBe(1);
});
