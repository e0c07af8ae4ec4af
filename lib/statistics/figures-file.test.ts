import { expect, test } from 'vitest';
import { measuredOffer } from '#tests/models/measured-leaves.ts';
import { areaFigures } from './area-figures.ts';
import { addressedOf, amountOf, choiceQuery, readFigureChoice, shareOf, sumOfAmounts } from './figure-choice.ts';
import { figuresCsv, figuresJson } from './figures-file.ts';
import { anyTechnology, ReachTally } from './measure-reach.ts';
import { OfferGroups } from './offer-groups.ts';
import { reachOf } from './reach.ts';

const fast = reachOf((rank, step) => rank === 3 && step === 2);

function tally(...amounts: readonly (readonly [area: number, reach: number, amount: number])[]): ReachTally {
  const sums = new ReachTally();
  for (const [area, reach, amount] of amounts) {
    sums.add(area, anyTechnology, reach, amount);
    if (reach > 0) sums.add(area, 0, reach, amount);
  }
  return sums;
}

const areas = [
  { slug: 'opotiki', name: 'Ōpōtiki' },
  { slug: 'gore', name: 'Gore, "the"' },
];
const groups = new OfferGroups([measuredOffer(1, { technologyId: 7 })]);
const land = tally([1, fast, 3e6], [1, 0, 1e6], [2, 0, 5e6]);
const figures = areaFigures(areas, groups, land, tally([1, fast, 1], [1, 0, 2]));
const file = {
  areas: 'Districts',
  version: 4,
  publishedOn: '2026-11-28',
  areasOf: 'Stats NZ, CC BY 4.0',
  coverageOf: ['One', 'Two'],
  source: 'https://watea.example/statistics/districts',
  technologies: new Map([['7', 'Fibre']]),
};

test('figures are of all that was measured of an area', () => {
  expect(figures).toMatchObject([
    { slug: 'opotiki', squareMetres: 4e6, addresses: 3 },
    { slug: 'gore', squareMetres: 5e6, addresses: 0 },
  ]);
  expect(figures[0]?.reached['7']?.land.Available).toEqual([3e6, 3e6, 3e6, 0, 0]);
  expect(areaFigures(areas, groups, land, undefined)[0]?.addresses).toBeNull();
});

test('a choice is read as it is written, and otherwise is the usual one', () => {
  const usual = { technology: 'all', availability: 'Available', step: 2, of: 'land' };
  expect(readFigureChoice({}, [7], 'none')).toEqual(usual);
  expect(readFigureChoice({ technology: '8', availability: 'x', mbps: '1e2', of: 'addresses' }, [7], 'none')).toEqual(
    usual,
  );
  expect(readFigureChoice({}, [7], addressedOf(figures))).toMatchObject({ of: 'addresses' });
  expect(readFigureChoice({ of: 'land' }, [7], 'most')).toMatchObject({ of: 'land' });
  const chosen = { technology: '7', availability: 'Planned', step: 4, of: 'addresses' } as const;
  expect(readFigureChoice(Object.fromEntries(new URLSearchParams(choiceQuery(chosen))), [7], 'some')).toEqual(chosen);
});

test('a share is of the land or of the addresses; an area without addresses has no share of them', () => {
  const choice = readFigureChoice({ of: 'addresses' }, [7], 'most');
  const amounts = figures.map((area) => amountOf(area, choice));
  expect(amounts.map(shareOf)).toEqual([1 / 3, undefined]);
  expect(sumOfAmounts(amounts)).toEqual({ reached: 1, of: 3 });
  expect(addressedOf([{ addresses: null }, { addresses: 0 }])).toBe('none');
  expect(addressedOf([{ addresses: 1 }, { addresses: 0 }, { addresses: 0 }])).toBe('some');
});

test('a file has every figure with version, day and whose the data are', () => {
  const csv = figuresCsv(figures, file).split('\r\n');
  expect(csv[0]).toBe(
    '\uFEFFarea,technology,availability,mbps_down_at_least,square_kilometres,share_of_land,addresses,share_of_addresses,areas,coverage_version,published_on,coverage_of,areas_of,source',
  );
  expect(csv).toContain(
    'Ōpōtiki,Fibre,Available,100,3,0.75,1,0.333333,Districts,4,2026-11-28,One; Two,"Stats NZ, CC BY 4.0",https://watea.example/statistics/districts',
  );
  // two areas, one technology and all together, three availabilities, five steps, the head and the end
  expect(csv).toHaveLength(2 * 2 * 3 * 5 + 2);
  const json = JSON.parse(figuresJson(figures, file));
  expect(json).toMatchObject({ coverage_version: 4, published_on: '2026-11-28', coverage_of: ['One', 'Two'] });
  expect(json.figures.at(-1)).toMatchObject({ area: 'Gore, "the"', share_of_addresses: null });
});
