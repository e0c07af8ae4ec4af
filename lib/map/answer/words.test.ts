import { describe, expect, test } from 'vitest';
import type { Availability } from '#lib/broadband/availability.ts';
import { sayIn } from '#lib/messages/catalogue.ts';
import type { TechnologyResult } from './answer.ts';
import {
  displayText,
  formatDataDays,
  formatDay,
  formatSpeedRange,
  formatWait,
  getProviderLink,
  getTechnologyMeaning,
  summariseResults,
} from './words.ts';

const say = sayIn('en');

test.each([
  [300, 950, '300 to 950\u00a0Mbps'],
  [0, 50, 'up to 50\u00a0Mbps'],
  [100, 100, '100\u00a0Mbps'],
  [0, 0, '0\u00a0Mbps'],
  [0.5, 1000, '0.5 to 1,000\u00a0Mbps'],
])('%d to %d megabits per second is "%s"', (min, max, words) => {
  expect(formatSpeedRange(say, min, max)).toBe(words);
});

test.each([
  [0, 'about 1 second'],
  [1, 'about 1 second'],
  [12, 'about 12 seconds'],
  [89, 'about 89 seconds'],
  [90, 'about 2 minutes'],
  [3600, 'about 60 minutes'],
  [5400, 'about 2 hours'],
  [20_000, 'about 6 hours'],
])('%d seconds to wait is "%s"', (seconds, words) => {
  expect(formatWait(say, seconds)).toBe(words);
});

describe('the summary', () => {
  const result = (technology: string, availability: Availability, ...speeds: number[]): TechnologyResult => ({
    technology,
    setId: 1,
    availability,
    completion: undefined,
    providers: speeds.map((maxDownloadMbps) => ({
      name: 'A provider',
      wholesaleNetwork: 'No',
      url: '',
      minDownloadMbps: 0,
      maxDownloadMbps,
      minUploadMbps: 0,
      maxUploadMbps: 0,
    })),
  });

  test.each([
    [
      [
        result('Fibre', 'Available', 950, 300),
        result('Cable', 'Underway', 800),
        result('VDSL', 'Planned', 100),
        result('Wireless', 'Available', 50),
        result('ADSL', 'Not Available'),
      ],
      'Available here: Fibre and Wireless, at up to 950\u00a0Mbps. Being built: Cable. Planned: VDSL.',
    ],
    [[result('ADSL', 'Available', 20)], 'Available here: ADSL, at up to 20\u00a0Mbps.'],
    [[result('ADSL', 'Available')], 'Available here: ADSL.'],
    [[result('Fibre', 'Planned', 950)], 'Nothing is available here yet. Planned: Fibre.'],
  ])(
    'names the technologies that are available, being built and planned, and the speed of the available ones',
    (results, words) => {
      expect(summariseResults(say, results)).toBe(words);
    },
  );
});

test('an unknown technology has no sentence', () => {
  expect(getTechnologyMeaning(say, 'Fibre')).toBe('A glass-fibre cable all the way to the building.');
  expect(getTechnologyMeaning(say, 'Satellite')).toBeUndefined();
  expect(getTechnologyMeaning(say, 'constructor')).toBeUndefined();
});

test('te reo Māori has its own words for the five technologies; a sixth is shown under its own name', () => {
  const results: TechnologyResult[] = ['Fibre', 'Wireless', 'Satellite'].map((technology) => ({
    technology,
    setId: 1,
    availability: 'Available',
    completion: undefined,
    providers: [],
  }));
  expect(summariseResults(sayIn('mi'), results)).toBe('E wātea ana ki konei: Kaka karāhe, Ahokore me Satellite.');
  expect(formatWait(sayIn('mi'), 1)).toBe('te kotahi hēkona pea');
  expect(formatWait(sayIn('mi'), 12)).toBe('ngā hēkona e 12 pea');
});

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  ['2026-05-01', '1 May 2026', '1 o Haratua 2026'],
  ['2026-12-31', '31 December 2026', '31 o Hakihea 2026'],
  ['2026-13-01', '2026-13-01', '2026-13-01'],
])('%s is written as %s and %s', (day, english, maori) => {
  expect(plain(formatDay(sayIn('en'), day))).toBe(english);
  expect(plain(formatDay(sayIn('mi'), day))).toBe(maori);
});

test('several delivery days are shown by the first and the last', () => {
  expect(plain(formatDataDays(sayIn('en'), ['2026-05-01', '2026-05-01']))).toBe('Data as of 1 May 2026');
  expect(plain(formatDataDays(sayIn('en'), ['2026-05-01', '2026-11-20']))).toBe(
    'Data from between 1 May 2026 and 20 November 2026',
  );
});

describe('a text from an import', () => {
  test.each([
    ['Tūī Fibre', 'Tūī Fibre'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['evil \u202egnp.exe', 'evil gnp.exe'],
    ['a\u2067b\u2069c\u200fd', 'abcd'],
    ['two\n\tlines\u2028 here', 'two lines here'],
    ['nul\u0000byte\u001b[31m', 'nul byte [31m'],
    ['  \u200e ', ''],
    ['עברית', 'עברית'],
    ['👩‍🌾 Farm Net', '👩‍🌾 Farm Net'],
  ])('%j is shown as %j', (text, shown) => {
    expect(displayText(text)).toBe(shown);
  });
});

describe('a link from an import', () => {
  test.each([
    ['https://provider.example/nz?x=1', 'https://provider.example/nz?x=1', 'provider.example'],
    [' http://www.provider.example ', 'http://www.provider.example/', 'provider.example'],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/', 'evil.example'],
    ['https://pаypal.example/', 'https://xn--pypal-4ve.example/', 'xn--pypal-4ve.example'],
    ['HTTPS://PROVIDER.EXAMPLE:8443', 'https://provider.example:8443/', 'provider.example:8443'],
  ])('%j links to %s', (url, href, host) => {
    expect(getProviderLink(url)).toEqual({ href, host });
  });

  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//provider.example',
    'provider.example',
    'https://',
    '',
  ])('%j is not a link', (url) => {
    expect(getProviderLink(url)).toBeUndefined();
  });
});
