import { expect, test } from 'vitest';
import { type Point, SERVICE_BOX, toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { towns } from '#lib/places/towns.ts';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { demonstrationCoverage } from './coverage.ts';

const layers = demonstrationCoverage();
const offers = layers.flatMap((layer) => layer.offers.map((offer) => ({ ...layer, ...offer })));

test('the coverage is the same on every machine and in every call', () => {
  expect(demonstrationCoverage()).toEqual(layers);
});

test('it has every technology, every availability and every wholesale value', () => {
  expect(new Set(layers.map(({ technology }) => technology))).toEqual(
    new Set(['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL']),
  );
  expect(new Set(offers.map(({ availability }) => availability))).toEqual(
    new Set(['Available', 'Underway', 'Planned', 'Not Available']),
  );
  expect(new Set(layers.map(({ wholesaleNetwork }) => wholesaleNetwork))).toEqual(new Set(['Yes', 'No', 'Both']));
});

test('only planned and underway offers have completion texts, and some of them have none', () => {
  const completionsOf = (availability: string) =>
    offers.filter((offer) => offer.availability === availability).map(({ completion }) => completion);
  expect(completionsOf('Underway').filter((text) => text !== null).length).toBeGreaterThan(1);
  expect(completionsOf('Planned').filter((text) => text !== null).length).toBeGreaterThan(1);
  expect(completionsOf('Planned')).toContain(null);
  expect([...completionsOf('Available'), ...completionsOf('Not Available')].every((text) => text === null)).toBe(true);
});

test("every provider's name says that it is invented, and its web address cannot exist", () => {
  for (const { provider, url } of layers) {
    expect(provider).toMatch(/ \(invented\)$/);
    expect(new URL(url).hostname).toMatch(/\.example$/);
  }
});

test('each technology and provider has one layer, without repeated offers, with speeds from minimum to maximum', () => {
  const pairs = layers.map(({ technology, provider }) => `${technology} ${provider}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const { offers: own } of layers) {
    const fields = own.map(({ parts: _, ...rest }) => JSON.stringify(rest));
    expect(new Set(fields).size).toBe(fields.length);
  }
  for (const offer of offers) {
    expect(offer.minDownloadMbps).toBeGreaterThan(0);
    expect(offer.maxDownloadMbps).toBeGreaterThan(offer.minDownloadMbps);
    expect(offer.maxUploadMbps).toBeGreaterThan(offer.minUploadMbps);
  }
});

test('every area is a closed ring inside the service box', () => {
  for (const { parts } of offers) {
    expect(parts.length).toBeGreaterThan(0);
    for (const [ring, ...holes] of parts) {
      expect(holes).toEqual([]);
      if (ring === undefined) throw new Error('An area has no ring.');
      expect(ring.length).toBeGreaterThanOrEqual(8);
      expect([ring[0], ring[1]]).toEqual([ring.at(-2), ring.at(-1)]);
      for (let at = 0; at < ring.length; at += 2) {
        const [x = Number.NaN, y = Number.NaN] = [ring[at], ring[at + 1]];
        expect(x >= SERVICE_BOX.minX && x <= SERVICE_BOX.maxX && y >= SERVICE_BOX.minY && y <= SERVICE_BOX.maxY).toBe(
          true,
        );
      }
    }
  }
});

const areas = new EvenOdd(
  offers.flatMap(({ parts }, offer) =>
    parts.map((rings) => ({ offer, rings: rings.map((ring) => Int32Array.from(ring)) })),
  ),
);

/** `Fibre Available` and so on, for all offers at a point. */
function coveredAt({ x, y }: Point): string[] {
  return areas.offersAt(x, y).map((offer) => `${offers[offer]?.technology} ${offers[offer]?.availability}`);
}

test.each(towns.map((town) => [town.name, town] as const))('%s has coverage', (_name, town) => {
  const found = coveredAt({ x: toUnitX(town.longitude), y: toUnitY(town.latitude) });
  expect(found).toContain('VDSL Available');
  expect(found).toContain('ADSL Available');
  expect(found.filter((text) => text.startsWith('Fibre')).length).toBeGreaterThan(0);
});

test('all five technologies are available in Wellington, and none on the open sea', () => {
  const [x, y] = [toUnitX(174.7756), toUnitY(-41.2866)];
  expect(new Set(coveredAt({ x, y }).map((text) => text.split(' ')[0]))).toEqual(
    new Set(['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL']),
  );
  expect(coveredAt({ x: toUnitX(170), y: toUnitY(-38) })).toEqual([]);
});
