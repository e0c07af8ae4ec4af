import type { Connections } from '#db/client.ts';
import { buildVersion, type NewLayer, type PlacedParts } from '#flows/broadband/build-version.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';

/** A square of `size` degrees with its south-west corner at a position. */
function square(longitude: number, latitude: number, size: number): Int32Array[] {
  const [west, south] = [toUnitX(longitude), toUnitY(latitude)];
  const [east, north] = [toUnitX(longitude + size), toUnitY(latitude + size)];
  return [Int32Array.of(west, south, east, south, east, north, west, north, west, south)];
}

interface FixtureOffer {
  readonly availability: 'Available' | 'Underway' | 'Planned' | 'Not Available';
  readonly completion?: string;
  readonly speeds: readonly [number, number, number, number];
  readonly timingId?: number;
  readonly areas: readonly Int32Array[][];
}

/**
 * Squares of a tenth of a degree: A at 174.0, −41.0 (every availability), B at 175.0, −41.0 (several offers of one
 * technology), C at 176.0, −41.0 (a tie of speeds), D at 176.5, −41.0 (the first listed has no completion), E at 177.0,
 * −41.0 with a hole from 177.02, −40.98 to 177.08, −40.92, F of two overlapping squares at 174.5, −41.0 and 174.55, −41.0.
 * There is no coverage elsewhere.
 */
const a = square(174, -41, 0.1);
const b = square(175, -41, 0.1);
const c = square(176, -41, 0.1);
const d = square(176.5, -41, 0.1);
const e = [...square(177, -41, 0.1), ...square(177.02, -40.98, 0.06)];
const f = [square(174.5, -41, 0.1), square(174.55, -41, 0.1)];

const layers: readonly {
  technology: string;
  provider: string;
  url: string;
  wholesale: 'Yes' | 'No' | 'Both';
  offers: readonly FixtureOffer[];
}[] = [
  {
    technology: 'Fibre',
    provider: 'North Fibre',
    url: 'https://north.example/',
    wholesale: 'Yes',
    offers: [
      { availability: 'Available', speeds: [100, 950, 20, 500], timingId: 4, areas: [a] },
      { availability: 'Planned', completion: 'March 2027', speeds: [100, 950, 20, 500], areas: [b] },
    ],
  },
  {
    technology: 'Fibre',
    provider: 'East Fibre',
    url: 'https://east.example/',
    wholesale: 'Both',
    offers: [
      { availability: 'Underway', speeds: [50, 300, 10, 100], areas: [b] },
      { availability: 'Underway', completion: 'late 2026', speeds: [50, 900, 10, 100], areas: [b] },
      { availability: 'Planned', speeds: [50, 900, 10, 100], areas: [d] },
    ],
  },
  {
    technology: 'Fibre',
    provider: 'West "Quote" Fibre \\ Ōtaki',
    url: 'https://west.example/?a=1&b=2',
    wholesale: 'No',
    offers: [
      { availability: 'Underway', completion: 'June 2027', speeds: [50, 900, 10, 100], areas: [b] },
      { availability: 'Planned', completion: 'June 2028', speeds: [50, 500, 10, 100], areas: [d] },
    ],
  },
  {
    technology: 'Cable',
    provider: 'Ring Cable',
    url: 'https://ring.example/',
    wholesale: 'No',
    offers: [{ availability: 'Available', speeds: [30, 300, 3, 30], timingId: -7, areas: [e, ...f] }],
  },
  {
    technology: 'VDSL',
    provider: 'Copper Lines',
    url: 'https://copper.example/',
    wholesale: 'Both',
    offers: [
      { availability: 'Underway', completion: 'soon', speeds: [15, 70, 5.5, 20], areas: [a] },
      { availability: 'Available', completion: 'never shown', speeds: [0, 800, 0, 10], areas: [c] },
    ],
  },
  {
    technology: 'Wireless',
    provider: 'Air',
    url: 'https://air.example/',
    wholesale: 'No',
    offers: [
      { availability: 'Planned', speeds: [5, 1200, 1, 10], areas: [a] },
      { availability: 'Not Available', speeds: [0, 0, 0, 0], areas: [b] },
    ],
  },
];

/** Publishes the coverage of the fixture. */
export async function seedCoverage(database: Connections, nowMs: number): Promise<void> {
  const newLayers: NewLayer[] = layers.map(({ technology, provider, url, wholesale, offers }) => ({
    technology,
    provider: { name: provider, url, wholesaleNetwork: wholesale },
    delivery: 'fixture',
    source: 'fixture',
    sha256: '',
    bytes: 0,
    vertices: 0,
    parts: offers.reduce((sum, { areas }) => sum + areas.length, 0),
    offers: offers.map(({ availability, completion, speeds, timingId }) => ({
      availability,
      completion: completion ?? null,
      wholesaleNetwork: wholesale,
      url,
      minDownloadMbps: speeds[0],
      maxDownloadMbps: speeds[1],
      minUploadMbps: speeds[2],
      maxUploadMbps: speeds[3],
      timingId: timingId ?? 0,
    })),
  }));
  const content: PlacedParts[] = layers.flatMap(({ offers }, layer) =>
    offers.map(({ areas }, offer) => ({ layer, offer, parts: areas })),
  );
  const writing = { nowMs, exclusive: true };
  const plan = { baseId: undefined, keptLayerIds: [], newLayers, note: 'fixture' };
  const { id } = await buildVersion(database.writer, plan, content, writing);
  await publishVersion(database, id, writing);
  await completeVersion(database.writer, id, writing);
}
