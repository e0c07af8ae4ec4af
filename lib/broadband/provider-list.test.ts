import { expect, test } from 'vitest';
import type { Offer, Technology } from './availability.ts';
import { providerList } from './provider-list.ts';

const technologies: Technology[] = [
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
const listed = (offers: Offer[], asOf = new Map<number, string>()) => providerList(technologies, offers, asOf);

test('N13: providers by name, with their technologies in the nominal order', () => {
  const offers = [
    offer(1, { providerName: 'Tūī', technologyId: 2, url: 'https://tui.example/' }),
    offer(1, { providerName: 'Tūī', maxDownloadMbps: 900, url: 'https://fast.tui.example/' }),
    offer(2, { providerName: 'Kea', technologyId: 2, availability: 'Planned', wholesaleNetwork: 'Yes' }),
  ];
  expect(listed(offers, new Map([[2, '2026-11-01']]))).toEqual([
    { name: 'Kea', url: '', wholesale_network: 'Yes', technologies: ['vdsl'], as_of: '2026-11-01' },
    { name: 'Tūī', url: 'https://fast.tui.example/', wholesale_network: 'No', technologies: ['fibre', 'vdsl'] },
  ]);
});

test('N13: only providers that an answer can show', () => {
  expect(listed([offer(1, { availability: 'Not Available' }), offer(2, { technologyId: 99 })])).toEqual([]);
});

test('N13: wholesale and retail offers of one provider are Both', () => {
  const both = [offer(1, { wholesaleNetwork: 'Yes' }), offer(1, { wholesaleNetwork: 'No' })];
  expect(listed(both)[0]?.wholesale_network).toBe('Both');
});
