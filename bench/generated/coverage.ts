import type { NewLayer, PlacedParts } from '#flows/broadband/build-version.ts';
import type { OfferFields } from '#lib/broadband/import/offers/offer-fields.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { type Part, vertexCount } from './shapes.ts';

/** A coverage as it is imported: 20 providers' layers over some settlements. */
export interface GeneratedCoverage {
  readonly vertices: number;
  readonly layers: readonly NewLayer[];
  content(): Iterable<PlacedParts>;
}

const technologies = [
  'Fibre',
  'Fibre',
  'Fibre',
  'Fibre',
  'Fibre',
  'Cable',
  'Cable',
  'VDSL',
  'VDSL',
  'VDSL',
  'VDSL',
  'Wireless',
  'Wireless',
  'Wireless',
  'Wireless',
  'Wireless',
  'ADSL',
  'ADSL',
  'ADSL',
  'ADSL',
];
/** Of the 20 layers each settlement has 13: 13 × 797,193 vertices are 10.4 million. */
const layersPerSettlement = 13;
/** No two layers have the same outline: each is moved, by at most this in units of 1e-7 degree (some 300 m). */
const mostMoved = 30_000;

/** The coverage of 20 providers by five technologies over these settlements. */
export function generateCoverage(settlements: readonly Part[]): GeneratedCoverage {
  const placed = (layer: number) =>
    settlements.flatMap((part, place) => (isServed(layer, place) ? [{ part, place }] : []));
  const layers = technologies.map((technology, layer): NewLayer => {
    const parts = placed(layer);
    return {
      technology,
      provider: {
        name: `Bench ${technology} ${layer + 1}`,
        url: `https://bench-${layer + 1}.example/`,
        wholesaleNetwork: 'No',
      },
      delivery: 'bench',
      source: 'bench',
      sha256: '',
      bytes: 0,
      vertices: parts.reduce((sum, { part }) => sum + vertexCount(part), 0),
      parts: parts.length,
      offers: [offerOf(layer, 'Available'), offerOf(layer, layer % 2 === 0 ? 'Planned' : 'Underway')],
    };
  });
  return {
    vertices: layers.reduce((sum, { vertices }) => sum + vertices, 0),
    layers,
    *content() {
      for (const layer of technologies.keys()) {
        for (const { part, place } of placed(layer)) {
          yield { layer, offer: (place + layer) % 6 === 0 ? 1 : 0, parts: [movedPart(part, layer, place)] };
        }
      }
    },
  };
}

/** A settlement's outline as a layer has it. */
export function movedPart(part: Part, layer: number, place: number): Int32Array[] {
  const random = seededRandom(layer * 1009 + place);
  const [dx, dy] = [Math.round((random() - 0.5) * 2 * mostMoved), Math.round((random() - 0.5) * 2 * mostMoved)];
  return part.map((ring) => ring.map((value, at) => value + (at % 2 === 0 ? dx : dy)));
}

/** The layers that serve a settlement. */
export function layersOf(place: number): number[] {
  return [...technologies.keys()].filter((layer) => isServed(layer, place));
}

function isServed(layer: number, place: number): boolean {
  return (layer * 7 + place) % technologies.length < layersPerSettlement;
}

function offerOf(layer: number, availability: 'Available' | 'Planned' | 'Underway'): OfferFields {
  const fastest =
    [950, 700, 80, 60, 18][['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'].indexOf(technologies[layer] ?? '')] ?? 1;
  return {
    availability,
    completion: availability === 'Available' ? null : 'December 2027',
    wholesaleNetwork: 'No',
    url: `https://bench-${layer + 1}.example/`,
    minDownloadMbps: fastest / 10,
    maxDownloadMbps: fastest - layer,
    minUploadMbps: fastest / 20,
    maxUploadMbps: fastest / 2,
    timingId: layer,
  };
}
