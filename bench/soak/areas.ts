import { seededRandom } from '#lib/demonstration/random.ts';
import { EvenOdd } from '#tests/models/even-odd.ts';

const technologies = ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'];
const [areasEach, corners] = [40, 100];
/** Where areas are, in units of 1e-7 degree; x counts east from 180°. */
const [west, east, south, north] = [-70_000_000, -40_000_000, -430_000_000, -400_000_000];
const [leastRadius, mostRadius] = [500_000, 3_000_000];

/** A point as it is asked for. */
export interface AskedPoint {
  readonly y: string;
  readonly x: string;
}

/** A file of one provider's areas, and what its import is given. */
export interface AreaFile {
  readonly technology: string;
  readonly provider: string;
  readonly text: string;
}

/** The outlines of each provider's areas. */
type Areas = readonly (readonly Int32Array[])[];

/** Coverage that changes one provider at a time, as files for the server and in the reference model. */
export class ChangingCoverage {
  readonly #random = seededRandom(23);
  /** The areas of each provider. */
  #rings: Areas = technologies.map(() => []);
  #before = this.#rings;
  readonly #units: readonly { readonly x: number; readonly y: number }[];
  readonly points: readonly AskedPoint[];
  #changes = 0;

  constructor(count: number) {
    this.#units = Array.from({ length: count }, () => ({
      x: this.#between(west, east),
      y: this.#between(south, north),
    }));
    this.points = this.#units.map(({ x, y }) => ({ x: degrees(x + 1_800_000_000), y: degrees(y) }));
  }

  /** New areas in place of one provider's, each provider in its turn. */
  change(): AreaFile {
    const changed = this.#changes++ % technologies.length;
    const rings = Array.from({ length: areasEach }, () => this.#area());
    this.#before = this.#rings;
    this.#rings = this.#rings.map((own, place) => (place === changed ? rings : own));
    const features = rings.map((ring) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Polygon', coordinates: [positionsOf(ring)] },
    }));
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    return { technology: technologies[changed] ?? '', provider: providerName(changed), text };
  }

  /** What was before the last change, which cannot be taken back twice. */
  rollBack(): void {
    this.#rings = this.#before;
  }

  /** The providers at each point, as `providersOf` reads them from an answer. */
  answers(): string[] {
    const witness = new EvenOdd(this.#rings.flatMap((rings, offer) => rings.map((ring) => ({ offer, rings: [ring] }))));
    return this.#units.map(({ x, y }) => witness.offersAt(x, y).map(providerName).join());
  }

  #between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  /** An area with an outline as uneven as a coast. */
  #area(): Int32Array {
    const [x, y] = [this.#between(west, east), this.#between(south, north)];
    const size = this.#between(leastRadius, mostRadius);
    const ring = Array.from({ length: corners }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / corners;
      const radius = size * (0.5 + this.#random() / 2);
      return [x + Math.round(radius * Math.cos(angle)), y + Math.round(radius * Math.sin(angle))];
    });
    return Int32Array.from([...ring, ring[0] ?? []].flat());
  }
}

/** The providers of an answer, in a fixed order and each once. */
export function providersOf(body: string): string {
  const names = new Set(Array.from(body.matchAll(/"Soak \d"/g), ([quoted]) => quoted.slice(1, -1)));
  return [...names].sort().join();
}

const providerName = (place: number) => `Soak ${place}`;

function positionsOf(ring: Int32Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, at) => [
    Number(degrees((ring[2 * at] ?? 0) + 1_800_000_000)),
    Number(degrees(ring[2 * at + 1] ?? 0)),
  ]);
}

function degrees(units: number): string {
  const text = String(Math.abs(units)).padStart(8, '0');
  return `${units < 0 ? '-' : ''}${text.slice(0, -7)}.${text.slice(-7)}`;
}
