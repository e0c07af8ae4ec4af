import { expect, test } from 'vitest';
import type { Availability } from '#lib/broadband/availability.ts';
import { en } from '#lib/messages/en.ts';
import { mi } from '#lib/messages/mi.ts';
import { sayFrom } from '#lib/messages/say.ts';
import type { ProviderOffer, TechnologyResult } from './answer.ts';
import { changesBetween } from './changes.ts';

const offer = (name: string, most = 900): ProviderOffer => ({
  name,
  wholesaleNetwork: 'Yes',
  url: '',
  minDownloadMbps: 100,
  maxDownloadMbps: most,
  minUploadMbps: 20,
  maxUploadMbps: 500,
});
const result = (technology: string, availability: Availability, ...providers: ProviderOffer[]): TechnologyResult => ({
  technology,
  setId: 1,
  availability,
  completion: undefined,
  providers,
});
const inEnglish = (before: TechnologyResult[], after: TechnologyResult[]) =>
  changesBetween(sayFrom(en), before, after).map((sentence) => sentence.replaceAll('\u00a0', ' '));

test('an answer that is the same has no changes, whatever the order and the wholesale value', () => {
  const before = [result('Fibre', 'Available', offer('One'), offer('Two')), result('Cable', 'Not Available')];
  const after = [
    result('Cable', 'Not Available'),
    result('Fibre', 'Available', offer('Two'), { ...offer('One'), wholesaleNetwork: 'No' }),
  ];
  expect(inEnglish(before, after)).toEqual([]);
});

test('availability, providers that come and leave, and their speeds are said of each technology', () => {
  const before = [
    result('Fibre', 'Planned', offer('One'), offer('Two')),
    result('Cable', 'Available', offer('One')),
    result('Old', 'Available', offer('One')),
  ];
  const after = [
    result('Fibre', 'Available', offer('One', 4000), offer('Three')),
    result('Cable', 'Not Available'),
    result('VDSL', 'Not Available'),
  ];
  expect(inEnglish(before, after)).toEqual([
    'Fibre was “Planned”, and is “Available” now.',
    'One, Fibre: 100 to 900 Mbps down, 20 to 500 Mbps up before, 100 to 4,000 Mbps down, 20 to 500 Mbps up now.',
    'Three offers Fibre now: 100 to 900 Mbps down, 20 to 500 Mbps up.',
    'Two no longer offers Fibre.',
    'Cable was “Available”, and is “Not available” now.',
    'One no longer offers Cable.',
    'Old was “Available”, and is “Not available” now.',
    'One no longer offers Old.',
  ]);
});

test('several offers of one provider are one range, and each sentence has its form in te reo Māori', () => {
  const before = [result('Fibre', 'Available', offer('One', 300))];
  const after = [result('Fibre', 'Available', offer('One', 300), { ...offer('One', 900), minDownloadMbps: 300 })];
  expect(changesBetween(sayFrom(mi), before, after)).toHaveLength(1);
  expect(inEnglish(before, after)).toEqual([
    'One, Fibre: 100 to 300 Mbps down, 20 to 500 Mbps up before, 100 to 900 Mbps down, 20 to 500 Mbps up now.',
  ]);
});
