import { describe, expect, test } from 'vitest';
import { parseAnswer } from './answer.ts';

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
