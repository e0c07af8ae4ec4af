import { expect, test } from 'vitest';
import type { ProviderOffer, TechnologyResult } from './answer.ts';
import { type AnswerFilter, everything, filterResults, isEverything } from './filter.ts';

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
  expect(isEverything({ ...everything, ...filter })).toBe(Object.keys(filter).length === 0);
});
