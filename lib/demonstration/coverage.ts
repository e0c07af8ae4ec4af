import type { Availability } from '#lib/broadband/availability.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { type Town, towns } from '#lib/places/towns.ts';
import { seededRandom } from './random.ts';

/** One invented offer with its area. Speeds are megabits per second; rings as in `lib/broadband/coverage`. */
export interface DemonstrationOffer {
  readonly availability: Availability;
  readonly completion: string | null;
  readonly minDownloadMbps: number;
  readonly maxDownloadMbps: number;
  readonly minUploadMbps: number;
  readonly maxUploadMbps: number;
  readonly timingId: number;
  readonly parts: readonly (readonly Int32Array[])[];
}

/** Everything that one invented provider offers with one technology. */
export interface DemonstrationLayer {
  readonly technology: string;
  readonly provider: string;
  readonly url: string;
  readonly wholesaleNetwork: 'Yes' | 'No' | 'Both';
  readonly offers: readonly DemonstrationOffer[];
}

/** `[least download, most download, least upload, most upload]` in Mbps */
type Speeds = readonly [number, number, number, number];

const providers = {
  fibre: { provider: 'Tūī Fibre (invented)', url: 'https://tui-fibre.example/', wholesaleNetwork: 'Yes' },
  homes: { provider: 'Pāteke Broadband (invented)', url: 'https://pateke.example/', wholesaleNetwork: 'Both' },
  cable: { provider: 'Weka Cable (invented)', url: 'https://weka-cable.example/', wholesaleNetwork: 'No' },
  lines: { provider: 'Pīwakawaka Lines (invented)', url: 'https://piwakawaka.example/', wholesaleNetwork: 'Both' },
  wireless: { provider: 'Kea Wireless (invented)', url: 'https://kea-wireless.example/', wholesaleNetwork: 'No' },
  rural: { provider: 'Kākā Rural Wireless (invented)', url: 'https://kaka-rural.example/', wholesaleNetwork: 'No' },
} as const;

const cableTowns = new Set(['Wellington', 'Lower Hutt', 'Upper Hutt', 'Porirua', 'Paraparaumu', 'Christchurch']);

const cabled = towns.filter(({ name }) => cableTowns.has(name));
const cities = towns.filter(({ population }) => population >= 50_000);
const largeTowns = towns.filter(({ population }) => population >= 9000);
const middleTowns = towns.filter(({ population }) => population >= 5000 && population < 9000);
const smallTowns = towns.filter(({ population }) => population < 5000);
const everySecondTown = towns.filter((_, index) => index % 2 === 0);
const everyFourthTown = towns.filter((_, index) => index % 4 === 1);

/** The invented coverage: every technology and every availability, over real towns. */
export function demonstrationCoverage(): DemonstrationLayer[] {
  return [...fibreAndCable(), ...copper(), ...wireless()];
}

function fibreAndCable(): DemonstrationLayer[] {
  const fibre: Speeds = [100, 950, 20, 500];
  const homes: Speeds = [300, 4000, 100, 4000];
  const cable: Speeds = [50, 900, 10, 100];
  return [
    layer('Fibre', providers.fibre, [
      offer('Available', null, fibre, 1, shapesAround(largeTowns, 1, 11)),
      offer('Underway', 'December 2026', fibre, 2, shapesAround(middleTowns.slice(0, 6), 0.9, 12)),
      offer('Underway', 'Mid 2027, street by street', fibre, 3, shapesAround(middleTowns.slice(6), 0.9, 13)),
      offer('Planned', '2028', fibre, 4, shapesAround(smallTowns.slice(0, 6), 0.8, 14)),
      offer('Planned', null, fibre, 5, shapesAround(smallTowns.slice(6), 0.8, 15)),
    ]),
    layer('Fibre', providers.homes, [
      offer('Available', null, homes, 1, shapesAround(cities.slice(0, 4), 0.7, 21)),
      offer('Planned', 'Late 2027', homes, 4, shapesAround(cities.slice(4), 0.6, 22)),
    ]),
    layer('Cable', providers.cable, [
      offer('Available', null, cable, 0, shapesAround(cabled.slice(0, 4), 0.8, 31)),
      offer('Underway', 'Autumn 2027', cable, 0, shapesAround(cabled.slice(4), 0.8, 32)),
      offer('Not Available', null, cable, 0, shapesAround(middleTowns.slice(0, 2), 0.8, 33)),
    ]),
  ];
}

function copper(): DemonstrationLayer[] {
  return [
    layer('VDSL', providers.lines, [offer('Available', null, [15, 70, 5, 20], 0, shapesAround(towns, 0.85, 41))]),
    layer('ADSL', providers.lines, [offer('Available', null, [1, 18, 0.1, 1], 0, shapesAround(towns, 1.6, 51))]),
  ];
}

function wireless(): DemonstrationLayer[] {
  return [
    layer('Wireless', providers.wireless, [
      offer('Available', null, [10, 50, 2, 10], 0, shapesAround(everySecondTown, 3, 61)),
      offer('Planned', 'Summer 2027', [20, 100, 5, 20], 7, shapesAround(everyFourthTown, 3, 62)),
    ]),
    layer('Wireless', providers.rural, [offer('Available', null, [5, 40, 1, 8], 0, shapesAround(smallTowns, 7, 71))]),
  ];
}

function layer(
  technology: string,
  provider: (typeof providers)[keyof typeof providers],
  offers: readonly DemonstrationOffer[],
): DemonstrationLayer {
  return { technology, ...provider, offers };
}

function offer(
  availability: Availability,
  completion: string | null,
  [minDownloadMbps, maxDownloadMbps, minUploadMbps, maxUploadMbps]: Speeds,
  timingId: number,
  parts: DemonstrationOffer['parts'],
): DemonstrationOffer {
  const speeds = { minDownloadMbps, maxDownloadMbps, minUploadMbps, maxUploadMbps };
  return { availability, completion, ...speeds, timingId, parts };
}

const kilometresPerDegree = 111.2;
const corners = 40;

/** A rounded, uneven area around each town, `reach` times as wide as the town. */
export function shapesAround(around: readonly Town[], reach: number, seed: number): Int32Array[][] {
  const random = seededRandom(seed);
  return around.map((town) => {
    const radiusKm = reach * (0.8 + 0.012 * Math.sqrt(town.population));
    const lobes = Array.from({ length: 4 }, (_, lobe) => ({
      size: random() * 0.12,
      turn: random() * 2 * Math.PI,
      lobe,
    }));
    const positions: number[] = [];
    for (let corner = 0; corner < corners; corner++) {
      const angle = (corner / corners) * 2 * Math.PI;
      const wobble = lobes.reduce((sum, { size, turn, lobe }) => sum + size * Math.sin((lobe + 2) * angle + turn), 1);
      const degrees = (radiusKm * wobble) / kilometresPerDegree;
      const latitude = town.latitude + degrees * Math.sin(angle);
      const longitude = town.longitude + (degrees * Math.cos(angle)) / Math.cos((town.latitude * Math.PI) / 180);
      positions.push(toUnitX(longitude), toUnitY(latitude));
    }
    positions.push(positions[0] as number, positions[1] as number);
    return [Int32Array.from(positions)];
  });
}
