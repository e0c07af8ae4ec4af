import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerWriter, providerList } from './answer.ts';
import { availabilities, type Offer, type Technology } from './availability.ts';

const technologies: Technology[] = [
  { id: 15, name: 'ADSL', setId: 5, nominalMaxMbps: 20 },
  { id: 14, name: 'Wireless', setId: 4, nominalMaxMbps: 50 },
  { id: 13, name: 'VDSL', setId: 3, nominalMaxMbps: 100 },
  { id: 12, name: 'Cable', setId: 2, nominalMaxMbps: 800 },
  { id: 11, name: 'Fibre', setId: 1, nominalMaxMbps: 1000 },
];
const [fibre, cable, vdsl, wireless, adsl] = [11, 12, 13, 14, 15] as const;

/** One offer. Its id is its position in the list, counted from 1. */
interface Given {
  readonly technology?: number;
  readonly provider?: string;
  readonly availability?: Offer['availability'];
  readonly completion?: string | null;
  readonly most?: number;
}

const providerIds = new Map<string, number>();
function offerOf({ technology, provider, availability, completion, most }: Given, place: number): Offer {
  const providerName = provider ?? 'Someone';
  const providerId = providerIds.get(providerName) ?? providerIds.size + 1;
  providerIds.set(providerName, providerId);
  return {
    id: place + 1,
    technologyId: technology ?? fibre,
    providerId,
    availability: availability ?? 'Available',
    completion: completion ?? null,
    providerName,
    wholesaleNetwork: 'No',
    url: 'https://someone.example/',
    minDownloadMbps: 1,
    maxDownloadMbps: most ?? 100,
    minUploadMbps: 2,
    maxUploadMbps: 3,
    timingId: 0,
  };
}

interface Result {
  readonly technology: string;
  readonly availability: string;
  readonly completion?: string;
  readonly providers?: readonly { readonly name: string; readonly bandwidth_max_mbps: number }[];
}

/** The results at a point that all the offers cover, their ids found in this order. */
function resultsOf(given: readonly Given[], ids = given.map((_, place) => place + 1)): Result[] {
  return JSON.parse(answerWriter(technologies, given.map(offerOf))('1', '2', ids)).results;
}

const orderOf = (given: readonly Given[]) => resultsOf(given).map(({ technology }) => technology);
function fibreOf(given: readonly Given[], ids?: number[]) {
  const found = resultsOf(given, ids).find(({ technology }) => technology === 'Fibre');
  return {
    availability: found?.availability,
    completion: found?.completion,
    providers: found?.providers?.map(({ name, bandwidth_max_mbps }) => `${name} ${bandwidth_max_mbps}`),
  };
}

test('N3, N4, N7: the complete text of an answer', () => {
  const write = answerWriter(technologies, [
    {
      id: 7,
      technologyId: vdsl,
      providerId: 1,
      availability: 'Planned',
      completion: 'by "spring" \\ 2027 · Ōtaki \u2028',
      providerName: 'A "B" \\ Ō </script>',
      wholesaleNetwork: 'Both',
      url: 'https://a.example/?b=1&c="',
      minDownloadMbps: 0,
      maxDownloadMbps: 70.25,
      minUploadMbps: 0.1,
      maxUploadMbps: 1e-7,
      timingId: -3,
    },
  ]);
  const rest =
    '{"technology":"Wireless","availability":"Not Available","set_id":4},' +
    '{"technology":"ADSL","availability":"Not Available","set_id":5}]}';
  expect(write('174.050', '-041.0', [7])).toBe(
    '{"location":["174.050","-041.0"],"results":[' +
      '{"technology":"Fibre","availability":"Not Available","set_id":1},' +
      '{"technology":"Cable","availability":"Not Available","set_id":2},' +
      '{"technology":"VDSL","availability":"Planned","completion":"by \\"spring\\" \\\\ 2027 · Ōtaki \u2028","set_id":3,' +
      '"providers":[{"name":"A \\"B\\" \\\\ Ō </script>","wholesale_network":"Both","url":"https://a.example/?b=1&c=\\"",' +
      '"bandwidth_min_mbps":0,"bandwidth_max_mbps":70.25,"bandwidth_up_min_mbps":0.1,"bandwidth_up_max_mbps":1e-7,' +
      `"timing_id":-3}]},${rest}`,
  );
});

test('N4: no technology, no offer, an unknown offer, and an offer of a retired technology', () => {
  expect(answerWriter([], [offerOf({}, 0)])('1', '2', [1])).toBe('{"location":["1","2"],"results":[]}');
  expect(orderOf([])).toEqual(['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL']);
  expect(fibreOf([{}], [2, 99])).toEqual({
    availability: 'Not Available',
    completion: undefined,
    providers: undefined,
  });
  expect(resultsOf([{ technology: 99, most: 5000 }])).toEqual(resultsOf([]));
});

const orders: [title: string, given: Given[], order: string[]][] = [
  ['a fast one comes first', [{ technology: adsl, most: 1001 }], ['ADSL', 'Fibre', 'Cable', 'VDSL', 'Wireless']],
  [
    'a slow one follows those that are absent',
    [{ technology: fibre, most: 30 }],
    ['Cable', 'VDSL', 'Wireless', 'Fibre', 'ADSL'],
  ],
  [
    'its fastest provider counts',
    [
      { technology: wireless, provider: 'A', most: 10 },
      { technology: wireless, provider: 'B', most: 900 },
    ],
    ['Fibre', 'Wireless', 'Cable', 'VDSL', 'ADSL'],
  ],
  [
    'only listed providers count: those of a lesser availability do not',
    [
      { technology: wireless, provider: 'A', availability: 'Underway', most: 60 },
      { technology: wireless, provider: 'B', availability: 'Planned', most: 5000 },
    ],
    ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'],
  ],
  [
    'Not Available does not count, whatever its speed',
    [{ technology: adsl, availability: 'Not Available', most: 5000 }],
    ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'],
  ],
  [
    'a tie is broken by the nominal order, not by name',
    [
      { technology: adsl, most: 1000 },
      { technology: vdsl, most: 1000 },
    ],
    ['Fibre', 'VDSL', 'ADSL', 'Cable', 'Wireless'],
  ],
  [
    'a three-way tie',
    [
      { technology: adsl, most: 50 },
      { technology: vdsl, most: 50 },
    ],
    ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'],
  ],
  ['a speed of 0 comes last', [{ technology: cable, most: 0 }], ['Fibre', 'VDSL', 'Wireless', 'ADSL', 'Cable']],
];

test.each(orders)('N5: %s', (_title, given, order) => {
  expect(orderOf(given)).toEqual(order);
});

test('N5: technologies with equal nominal maxima are ordered by name', () => {
  const equal = ['C', 'A', 'B'].map((name, place) => ({ id: place, name, setId: place, nominalMaxMbps: 5 }));
  const { results } = JSON.parse(answerWriter(equal, [])('1', '2', []));
  expect(results.map(({ technology }: Result) => technology)).toEqual(['A', 'B', 'C']);
});

const listed: [title: string, given: Given[], availability: string, completion: string | undefined, list?: string[]][] =
  [
    [
      'Available over Underway over Planned',
      [
        { provider: 'A', availability: 'Planned', most: 900, completion: 'p' },
        { provider: 'B', availability: 'Available', most: 10, completion: 'a' },
        { provider: 'C', availability: 'Underway', most: 500, completion: 'u' },
      ],
      'Available',
      undefined,
      ['B 10'],
    ],
    [
      'Underway over Planned and Not Available',
      [
        { provider: 'A', availability: 'Not Available', most: 900 },
        { provider: 'B', availability: 'Planned', most: 800, completion: 'p' },
        { provider: 'C', availability: 'Underway', most: 1 },
      ],
      'Underway',
      undefined,
      ['C 1'],
    ],
    [
      'by speed, then name',
      [
        { provider: 'B', most: 100 },
        { provider: 'C', most: 200 },
        { provider: 'A', most: 100 },
        { provider: 'a', most: 100 },
      ],
      'Available',
      undefined,
      ['C 200', 'A 100', 'B 100', 'a 100'],
    ],
    [
      'each provider once, by its fastest offer',
      [
        { provider: 'A', most: 100 },
        { provider: 'B', most: 150 },
        { provider: 'A', most: 200 },
        { provider: 'A', most: 50 },
        { provider: 'B', most: 120 },
      ],
      'Available',
      undefined,
      ['A 200', 'B 150'],
    ],
    [
      'the completion of the first listed',
      [
        { provider: 'A', availability: 'Planned', most: 100, completion: 'slower' },
        { provider: 'B', availability: 'Planned', most: 200, completion: 'faster' },
      ],
      'Planned',
      'faster',
      ['B 200', 'A 100'],
    ],
    [
      'the completion of the first listed that has one',
      [
        { provider: 'A', availability: 'Underway', most: 300 },
        { provider: 'B', availability: 'Underway', most: 200, completion: '' },
        { provider: 'C', availability: 'Underway', most: 100, completion: 'at last' },
      ],
      'Underway',
      'at last',
      ['A 300', 'B 200', 'C 100'],
    ],
    [
      'not the completion of an unlisted offer of a listed provider',
      [
        { provider: 'A', availability: 'Planned', most: 300 },
        { provider: 'A', availability: 'Planned', most: 200, completion: 'hidden' },
      ],
      'Planned',
      undefined,
      ['A 300'],
    ],
    [
      'not that of a lesser availability',
      [
        { provider: 'A', availability: 'Underway', most: 100 },
        { provider: 'A', availability: 'Planned', most: 300, completion: 'hidden' },
      ],
      'Underway',
      undefined,
      ['A 100'],
    ],
    ['Not Available has neither', [{ availability: 'Not Available', completion: 'x' }], 'Not Available', undefined],
  ];

test.each(listed)('N6: %s', (_title, given, availability, completion, list) => {
  const expected = { availability, completion, providers: list };
  expect(fibreOf(given)).toEqual(expected);
  // the order in which offers are found must not matter
  expect(
    fibreOf(
      given,
      given.map((_, place) => given.length - place),
    ),
  ).toEqual(expected);
});

test('N6: of two equally fast offers of one provider the same one always wins, in whatever order they are found', () => {
  const given: Given[] = [
    { provider: 'A', availability: 'Planned', completion: 'first' },
    { provider: 'A', availability: 'Planned', completion: 'second' },
  ];
  expect(fibreOf(given, [1, 2]).completion).toBe('first');
  expect(fibreOf(given, [2, 1]).completion).toBe('first');
});

test('one writer answers any number of points, and nothing carries over between answers', () => {
  const write = answerWriter(
    technologies,
    [
      { provider: 'A', most: 1 },
      { provider: 'B', most: 2 },
    ].map(offerOf),
  );
  const both = write('1', '2', [1, 2]);
  const one = write('1', '2', [1]);
  const none = write('1', '2', []);
  expect([write('1', '2', [2, 1]), write('1', '2', [1]), write('1', '2', [])]).toEqual([both, one, none]);
  expect(new Set([both, one, none]).size).toBe(3);
});

const anyOffers = fc.array(
  fc.record({
    technology: fc.constantFrom(fibre, cable, vdsl, wireless, adsl, 99),
    provider: fc.constantFrom('A', 'B', 'C'),
    availability: fc.constantFrom(...availabilities),
    completion: fc.constantFrom(null, 'June 2028', 'completion "soon"'),
    most: fc.constantFrom(5, 30, 100, 800, 1200),
  }),
  { maxLength: 12 },
);
const writesOf = (given: readonly Given[]) => {
  const write = answerWriter(technologies, given.map(offerOf));
  const ids = given.map((_, place) => place + 1);
  return (form: '1.0' | '2.0' | 'networks') => write('174', '-41', ids, form);
};
const words = {
  Available: 'available',
  Underway: 'planned',
  Planned: 'planned',
  'Not Available': 'unavailable',
} as const;

test('N13: version 2.0 is version 1.0 in other words, for any offers', () => {
  fc.assert(
    fc.property(anyOffers, (given) => {
      const write = writesOf(given);
      const { location, results } = JSON.parse(write('1.0'));
      const mapped = (results as Result[]).map(({ technology, availability, completion, ...rest }) => ({
        technology: technology.toLowerCase(),
        availability: words[availability as keyof typeof words],
        ...(completion === undefined ? {} : { planned_date: completion }),
        ...rest,
      }));
      expect(write('2.0')).toBe(JSON.stringify({ location, results: mapped }));
    }),
  );
});

test('N14: the old site has the same results in an order that never changes', () => {
  fc.assert(
    fc.property(anyOffers, (given) => {
      const write = writesOf(given);
      const { location, results } = JSON.parse(write('1.0'));
      const resultOf = (name: string) => (results as Result[]).find(({ technology }) => technology === name);
      const inOrder = ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'].map(resultOf);
      expect(write('networks')).toBe(JSON.stringify({ location, results: inOrder }));
    }),
  );
});

test('N14: other technologies follow by their nominal maximum, then by name', () => {
  const others = [
    { id: 21, name: 'Satellite', setId: 6, nominalMaxMbps: 200 },
    { id: 22, name: 'Laser', setId: 7, nominalMaxMbps: 2000 },
    { id: 23, name: 'Balloon', setId: 8, nominalMaxMbps: 200 },
  ];
  const { results } = JSON.parse(answerWriter([...others, ...technologies], [])('1', '2', [], 'networks'));
  expect((results as Result[]).map(({ technology }) => technology)).toEqual([
    'Fibre',
    'Cable',
    'VDSL',
    'Wireless',
    'ADSL',
    'Laser',
    'Balloon',
    'Satellite',
  ]);
});

const listedTechnologies: Technology[] = [
  { id: 2, name: 'VDSL', setId: 3, nominalMaxMbps: 100 },
  { id: 1, name: 'Fibre', setId: 1, nominalMaxMbps: 1000 },
];

let lastId = 0;
const offer = (providerId: number, given: Partial<Offer> = {}): Offer => ({
  id: ++lastId,
  technologyId: 1,
  providerId,
  availability: 'Available',
  completion: null,
  providerName: `Provider ${providerId}`,
  wholesaleNetwork: 'No',
  url: '',
  minDownloadMbps: 1,
  maxDownloadMbps: 100,
  minUploadMbps: 1,
  maxUploadMbps: 10,
  timingId: 1,
  ...given,
});
const providersOf = (offers: Offer[], asOf = new Map<number, string>()) =>
  providerList(listedTechnologies, offers, asOf);

test('N13: providers by name, with their technologies in the nominal order', () => {
  const offers = [
    offer(1, { providerName: 'Tūī', technologyId: 2, url: 'https://tui.example/' }),
    offer(1, { providerName: 'Tūī', maxDownloadMbps: 900, url: 'https://fast.tui.example/' }),
    offer(2, { providerName: 'Kea', technologyId: 2, availability: 'Planned', wholesaleNetwork: 'Yes' }),
  ];
  expect(providersOf(offers, new Map([[2, '2026-11-01']]))).toEqual([
    { name: 'Kea', url: '', wholesale_network: 'Yes', technologies: ['vdsl'], as_of: '2026-11-01' },
    { name: 'Tūī', url: 'https://fast.tui.example/', wholesale_network: 'No', technologies: ['fibre', 'vdsl'] },
  ]);
});

test('N13: only providers that an answer can show', () => {
  expect(providersOf([offer(1, { availability: 'Not Available' }), offer(2, { technologyId: 99 })])).toEqual([]);
});

test('N13: wholesale and retail offers of one provider are Both', () => {
  const both = [offer(1, { wholesaleNetwork: 'Yes' }), offer(1, { wholesaleNetwork: 'No' })];
  expect(providersOf(both)[0]?.wholesale_network).toBe('Both');
});
