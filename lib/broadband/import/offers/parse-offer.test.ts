import { expect, test } from 'vitest';
import { fieldChoicesOf, noChoices } from '#lib/broadband/import/mapping/choices.ts';
import { nested, type PropertyValue } from '#lib/broadband/import/source-feature.ts';
import { codeAndWords, wordsOf } from '#tests/support/refusals.ts';
import { foldName } from './fold-name.ts';
import type { FieldName } from './offer-fields.ts';
import { type FieldRules, parseOffer } from './parse-offer.ts';

const tui = { name: 'Tūī Fibre', url: 'https://tui.example/', wholesaleNetwork: 'Both' } as const;

function rules(
  defaults: Partial<Record<FieldName, PropertyValue>> = {},
  columns: Partial<Record<FieldName, string>> = {},
  values: Partial<Record<FieldName, Record<string, string>>> = {},
): FieldRules {
  return {
    columns: new Map(Object.entries(columns) as [FieldName, string][]),
    defaults: new Map(Object.entries(defaults) as [FieldName, PropertyValue][]),
    values: fieldChoicesOf({ ...noChoices, values }).values,
    technologies: ['Fibre', 'ADSL'],
    getProvider: (name) => (foldName(name) === foldName(tui.name) ? tui : undefined),
    isKnownProvider: (name) => foldName(name) === foldName(tui.name),
  };
}

const whole: Record<string, PropertyValue> = {
  technology: 'Fibre',
  provider: 'Tūī Fibre',
  availability: 'Planned',
  completion: 'Mid 2027',
  wholesale_network: 'Yes',
  url: 'https://offer.example/a',
  bandwidth_min_mbps: 100,
  bandwidth_max_mbps: 950.5,
  bandwidth_up_min_mbps: 20,
  bandwidth_up_max_mbps: 500,
  timing_id: 7,
};

const fields = {
  availability: 'Planned',
  completion: 'Mid 2027',
  wholesaleNetwork: 'Yes',
  url: 'https://offer.example/a',
  minDownloadMbps: 100,
  maxDownloadMbps: 950.5,
  minUploadMbps: 20,
  maxUploadMbps: 500,
  timingId: 7,
};

function parse(properties: Record<string, PropertyValue>, given: FieldRules = rules()) {
  return parseOffer(new Map(Object.entries(properties)), given);
}

function faultsOf(properties: Record<string, PropertyValue>, given?: FieldRules): string[] {
  const result = parse(properties, given);
  return result.ok ? [] : result.faults.map(wordsOf);
}

test('a feature with all fields is an offer', () => {
  expect(parse(whole)).toEqual({
    ok: true,
    offer: { technology: 'Fibre', provider: tui, fields, isCompletionDropped: false, defaulted: [] },
  });
});

test('a feature’s own properties override the options, and blanks do not', () => {
  const given = rules({ ...whole, technology: 'ADSL', timing_id: 9, bandwidth_min_mbps: 1 });
  const result = parse({ technology: 'fibre', timing_id: null, bandwidth_min_mbps: '  ', completion: '' }, given);
  expect(result.ok && result.offer.technology).toBe('Fibre');
  expect(result.ok && result.offer.fields).toEqual({ ...fields, timingId: 9, minDownloadMbps: 1 });
});

test('an optional field has its default', () => {
  const { completion, wholesale_network, url, timing_id, ...rest } = whole;
  const result = parse(rest);
  expect(result.ok && result.offer.fields).toEqual({
    ...fields,
    completion: null,
    wholesaleNetwork: 'Both',
    url: 'https://tui.example/',
    timingId: 1,
  });
});

test('an offer that is not available needs no speeds', () => {
  const result = parse({ technology: 'Fibre', provider: 'Tūī Fibre', availability: 'Not Available' });
  expect(result.ok && result.offer.fields).toMatchObject({
    minDownloadMbps: 0,
    maxDownloadMbps: 0,
    minUploadMbps: 0,
    maxUploadMbps: 0,
  });
});

test.each([
  ['Available', null, true],
  ['Not Available', null, true],
  ['Planned', 'Mid 2027', false],
  ['Underway', 'Mid 2027', false],
])('N6: completion with %s', (availability, completion, isCompletionDropped) => {
  const result = parse({ ...whole, availability });
  expect(
    result.ok && { completion: result.offer.fields.completion, dropped: result.offer.isCompletionDropped },
  ).toEqual({
    completion,
    dropped: isCompletionDropped,
  });
});

test.each<[string, Record<string, PropertyValue>, Record<string, unknown>]>([
  ['names in any case, form and with white space', { provider: ' TU\u0304I\u0304 fibre ', technology: ' FIBRE' }, {}],
  ['values in any case', { availability: 'planned', wholesale_network: 'YES' }, {}],
  ['numbers written as text', { bandwidth_max_mbps: '950.50', timing_id: '7', bandwidth_min_mbps: ' 100 ' }, {}],
  ['a number as a text', { completion: 2027 }, { completion: '2027' }],
  ['text in NFC without white space around it', { completion: ' ma\u0304 ' }, { completion: 'mā' }],
  ['a negative timing_id', { timing_id: -3 }, { timingId: -3 }],
  ['minus zero is zero', { bandwidth_min_mbps: -0 }, { minDownloadMbps: 0 }],
  ['equal minimum and maximum', { bandwidth_min_mbps: 950.5 }, { minDownloadMbps: 950.5 }],
])('%s is accepted', (_, properties, changed) => {
  const result = parse({ ...whole, ...properties });
  expect(result.ok && result.offer.provider).toBe(tui);
  expect(result.ok && result.offer.fields).toEqual({ ...fields, ...changed });
});

test.each<[Record<string, PropertyValue>, string, string]>([
  [{ technology: null }, 'offer-field-missing', 'technology is missing: add the column, or use --technology.'],
  [{ technology: 'Cable' }, 'value-not-one-of', 'technology: "Cable" is not one of Fibre, ADSL.'],
  [{ technology: true }, 'value-not-text', 'technology: true is not text.'],
  [{ provider: '' }, 'offer-field-missing', 'provider is missing: add the column, or use --provider.'],
  [
    { provider: 'Tui Fibre' },
    'provider-unknown',
    'provider: "Tui Fibre" is not a known provider. Check the spelling, or use --new-provider to add it.',
  ],
  [{ provider: nested }, 'value-not-text', 'provider: a list or an object is not text.'],
  [
    { availability: undefined as unknown as null },
    'offer-field-missing',
    'availability is missing: add the column, or use --availability.',
  ],
  [
    { availability: 'Soon' },
    'value-not-one-of',
    'availability: "Soon" is not one of Available, Underway, Planned, Not Available.',
  ],
  [{ wholesale_network: 'Y' }, 'value-not-one-of', 'wholesale_network: "Y" is not one of Yes, No, Both.'],
  [{ wholesale_network: true }, 'value-not-text', 'wholesale_network: true is not text.'],
  [{ completion: 'a\tb' }, 'value-control-character', 'completion: "a\\tb" contains a control character.'],
  [
    { completion: 'a\ud800' },
    'value-half-character',
    'completion: "a\\ud800" contains half a character (a lone surrogate).',
  ],
  [{ completion: 'x'.repeat(501) }, 'value-too-long', 'completion: the text is longer than 500 characters.'],
  [
    { url: 'javascript:alert(1)' },
    'value-not-a-web-address',
    'url: "javascript:alert(1)" is not a web address that begins with http:// or https://.',
  ],
  [
    { url: 'tui.example' },
    'value-not-a-web-address',
    'url: "tui.example" is not a web address that begins with http:// or https://.',
  ],
  [
    { url: 'https://' },
    'value-not-a-web-address',
    'url: "https://" is not a web address that begins with http:// or https://.',
  ],
  [{ bandwidth_min_mbps: -1 }, 'value-negative', 'bandwidth_min_mbps: -1 is negative.'],
  [{ bandwidth_max_mbps: 'fast' }, 'value-not-a-speed', 'bandwidth_max_mbps: "fast" is not a number (Mbps).'],
  [{ bandwidth_max_mbps: '900/500' }, 'value-not-a-speed', 'bandwidth_max_mbps: "900/500" is not a number (Mbps).'],
  [{ bandwidth_max_mbps: '1e3' }, 'value-not-a-speed', 'bandwidth_max_mbps: "1e3" is not a number (Mbps).'],
  [
    { bandwidth_max_mbps: Number.POSITIVE_INFINITY },
    'value-not-a-speed',
    'bandwidth_max_mbps: Infinity is not a number (Mbps).',
  ],
  [{ bandwidth_max_mbps: true }, 'value-not-a-speed', 'bandwidth_max_mbps: true is not a number (Mbps).'],
  [
    { bandwidth_up_max_mbps: 2_000_000 },
    'value-too-fast',
    'bandwidth_up_max_mbps: 2000000 is more than 100000 Mbps. Check whether it is in kbps.',
  ],
  [
    { bandwidth_max_mbps: 950_000 },
    'value-too-fast',
    'bandwidth_max_mbps: 950000 is more than 100000 Mbps. Check whether it is in kbps.',
  ],
  [
    { bandwidth_max_mbps: '1.000' },
    'value-perhaps-thousands',
    'bandwidth_max_mbps: "1.000" may be 1 or 1000: write the one that is meant, without three decimals.',
  ],
  [
    { bandwidth_max_mbps: ' 2.500' },
    'value-perhaps-thousands',
    'bandwidth_max_mbps: " 2.500" may be 2.5 or 2500: write the one that is meant, without three decimals.',
  ],
  [
    { bandwidth_up_min_mbps: null },
    'offer-field-missing',
    'bandwidth_up_min_mbps is missing: add the column, or use --min-up.',
  ],
  [{ bandwidth_min_mbps: 951 }, 'speeds-reversed', 'bandwidth_min_mbps 951 is above bandwidth_max_mbps 950.5.'],
  [{ bandwidth_up_min_mbps: 501 }, 'speeds-reversed', 'bandwidth_up_min_mbps 501 is above bandwidth_up_max_mbps 500.'],
  [{ timing_id: 1.5 }, 'value-not-whole', 'timing_id: 1.5 is not a whole number.'],
  [{ timing_id: '0x10' }, 'value-not-whole', 'timing_id: "0x10" is not a whole number.'],
  [{ timing_id: 2 ** 53 }, 'value-not-whole', 'timing_id: 9007199254740992 is not a whole number.'],
])('an invalid field is refused with its name and value: %o', (properties, code, fault) => {
  const result = parse({ ...whole, ...properties });
  expect(result.ok ? [] : result.faults.map(codeAndWords)).toEqual([[code, fault]]);
});

test('all faults are reported, not only the first', () => {
  const properties = { technology: 'Smoke', availability: 'Soon', timing_id: 'x', bandwidth_min_mbps: -1 };
  expect(faultsOf({ ...whole, ...properties })).toEqual([
    'technology: "Smoke" is not one of Fibre, ADSL.',
    'availability: "Soon" is not one of Available, Underway, Planned, Not Available.',
    'bandwidth_min_mbps: -1 is negative.',
    'timing_id: "x" is not a whole number.',
  ]);
});

test('a mapped field is only read from its column, and its faults name that column', () => {
  const { availability, ...rest } = whole;
  const mapped = rules({}, { availability: 'AVAIL' });
  const result = parse({ ...rest, AVAIL: 'Underway' }, mapped);
  expect(result.ok && result.offer.fields.availability).toBe('Underway');
  expect(parse({ ...whole, AVAIL: 'Soon' }, mapped)).toMatchObject({
    ok: false,
    faults: [{ code: 'value-not-one-of', of: { field: 'availability', column: 'AVAIL' }, value: '"Soon"' }],
  });
  expect(parse(whole, mapped)).toEqual({
    ok: false,
    faults: [{ code: 'offer-field-missing', field: 'availability' }],
  });
});

test.each<
  [
    title: string,
    columns: Partial<Record<FieldName, string>>,
    properties: Record<string, PropertyValue>,
    speeds: object,
  ]
>([
  [
    'two speeds in one column',
    { bandwidth_max_mbps: 'PLAN[first]', bandwidth_up_max_mbps: 'PLAN[second]' },
    { PLAN: '900/500' },
    { maxDownloadMbps: 900, maxUploadMbps: 500 },
  ],
  [
    'with one unit for both, or one for each',
    { bandwidth_max_mbps: 'PLAN[first]', bandwidth_up_max_mbps: 'UP[second]' },
    { PLAN: ' 1 / 0.5 Gbps', UP: '900 Mbps | 20000kbps' },
    { maxDownloadMbps: 1000, maxUploadMbps: 20 },
  ],
  [
    'kilobits, and gigabits',
    { bandwidth_max_mbps: 'DOWN[kbps]', bandwidth_up_max_mbps: 'UP[Gbps]' },
    { DOWN: 950_000, UP: '0.5' },
    { maxDownloadMbps: 950, maxUploadMbps: 500 },
  ],
  [
    'a unit after the number overrides the column’s',
    { bandwidth_max_mbps: 'DOWN[kbps]', bandwidth_up_max_mbps: 'UP[first,kbps]' },
    { DOWN: '950 Mbit/s', UP: '20000/5000' },
    { maxDownloadMbps: 950, maxUploadMbps: 20 },
  ],
  [
    'a column with brackets in its name',
    { bandwidth_max_mbps: 'DOWN[kbps]' },
    { 'DOWN[kbps]': 900, DOWN: 1 },
    { maxDownloadMbps: 900 },
  ],
])('speeds are read as the mapping says: %s', (_, columns, properties, speeds) => {
  const { bandwidth_max_mbps, bandwidth_up_max_mbps, ...rest } = whole;
  const result = parse(
    { ...rest, bandwidth_min_mbps: 0, bandwidth_up_min_mbps: 0, ...properties },
    rules(whole, columns),
  );
  expect(result).toMatchObject({ ok: true, offer: { fields: speeds } });
});

test('values have the meanings of the mapping, whatever their case', () => {
  const given = rules(
    {},
    { technology: 'TECH' },
    { technology: { FTTH: 'Fibre' }, availability: { y: 'Available', true: 'Planned' } },
  );
  expect(parse({ ...whole, TECH: ' ftth ', availability: 'Y' }, given)).toMatchObject({
    ok: true,
    offer: { technology: 'Fibre', fields: { availability: 'Available' } },
  });
  expect(parse({ ...whole, TECH: 'FTTH', availability: true }, given)).toMatchObject({
    offer: { fields: { availability: 'Planned' } },
  });
  expect(parse({ ...whole, TECH: 'FTTN' }, given)).toMatchObject({
    ok: false,
    faults: [{ code: 'value-not-one-of', of: { field: 'technology', column: 'TECH' }, value: '"FTTN"' }],
  });
});

test('an invalid speed is named with its unit', () => {
  const given = rules({}, { bandwidth_max_mbps: 'DOWN[kbps]', bandwidth_up_max_mbps: 'PLAN[second]' });
  expect(faultsOf({ ...whole, DOWN: 'fast', PLAN: '900' }, given)).toEqual([
    'bandwidth_max_mbps (column "DOWN"): "fast" is not a number (kbps).',
    'bandwidth_up_max_mbps (column "PLAN"): "900" is not two speeds, such as 900/500.',
  ]);
  expect(faultsOf({ ...whole, bandwidth_max_mbps: '5 apples' })).toEqual([
    'bandwidth_max_mbps: "5 apples" is not a number (Mbps).',
  ]);
});

test('a speed that the file leaves open is the default of the provider for the technology (N18)', () => {
  const speeds = { bandwidth_min_mbps: 50, bandwidth_max_mbps: 900, bandwidth_up_min_mbps: 10 };
  const provider = { ...tui, defaultSpeeds: [{ technology: 'Fibre', speeds }] };
  const given = (defaults = {}): FieldRules => ({ ...rules(defaults), getProvider: () => provider });
  const { bandwidth_min_mbps: _, bandwidth_max_mbps: __, ...rest } = whole;
  expect(parse({ ...rest, bandwidth_max_mbps: ' ' }, given())).toMatchObject({
    ok: true,
    offer: {
      fields: { minDownloadMbps: 50, maxDownloadMbps: 900, minUploadMbps: 20, maxUploadMbps: 500 },
      defaulted: ['bandwidth_min_mbps', 'bandwidth_max_mbps'],
    },
  });
  // the file and the value for the whole file win
  expect(parse(whole, given())).toMatchObject({ offer: { fields: { minDownloadMbps: 100 }, defaulted: [] } });
  expect(parse(rest, given({ bandwidth_min_mbps: 70 }))).toMatchObject({
    offer: { fields: { minDownloadMbps: 70 }, defaulted: ['bandwidth_max_mbps'] },
  });
  // where nothing is available there are no speeds
  expect(parse({ ...rest, availability: 'Not Available' }, given())).toMatchObject({
    offer: { fields: { minDownloadMbps: 0, maxDownloadMbps: 0 }, defaulted: [] },
  });
  expect(faultsOf({ ...rest, technology: 'ADSL' }, given())).toEqual([
    'bandwidth_min_mbps is missing: add the column, or use --min-down.',
    'bandwidth_max_mbps is missing: add the column, or use --max-down.',
  ]);
  expect(faultsOf({ ...rest, bandwidth_max_mbps: 40 }, given())).toEqual([
    'bandwidth_min_mbps 50 (the provider’s default) is above bandwidth_max_mbps 40.',
  ]);
});
