import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The urban areas of New Zealand, of the shared data. */
export const urbanAreas = `${import.meta.dirname}/../../../shared/data/nz-urban-areas.geojson.gz`;

interface Feature {
  readonly geometry: object;
}

const technologies = ['Fibre', 'Cable', 'VDSL', 'Wireless', 'ADSL'];

/** The text of the urban areas. @throws Error if the shared data are not there */
export function urbanText(): string {
  if (!existsSync(urbanAreas)) throw new Error(`The benchmark needs ${urbanAreas}.`);
  return gunzipSync(readFileSync(urbanAreas)).toString();
}

/** Writes so many copies of the urban areas, each 0.001 degree further east than the one before, and of another provider. */
export function writeCopies(text: string, copies: number, path: string): void {
  const { features } = JSON.parse(text) as { features: readonly Feature[] };
  const file = openSync(path, 'w');
  writeSync(file, '{"type":"FeatureCollection","features":[');
  for (let copy = 0; copy < copies; copy++) {
    for (const [place, { geometry }] of features.entries()) {
      const comma = copy + place === 0 ? '' : ',\n';
      writeSync(file, `${comma}${featureText(movedEast(geometry, copy / 1000), copy % 5, `Bench ${copy + 1}`)}`);
    }
  }
  writeSync(file, ']}');
  closeSync(file);
}

/** Writes one town of the urban areas, with about ten thousand vertices, for a provider of its own. */
export function writeTown(text: string, path: string): void {
  const { features } = JSON.parse(text) as { features: readonly Feature[] };
  const bySize = features.map(({ geometry }) => JSON.stringify(geometry).length);
  const order = bySize.map((_, place) => place).sort((a, b) => (bySize[b] ?? 0) - (bySize[a] ?? 0));
  const town = features[order[20] ?? 0]?.geometry ?? {};
  const content = featureText(movedEast(town, 0.0123), 0, 'Bench town');
  writeFileSync(path, `{"type":"FeatureCollection","features":[${content}]}`);
}

function featureText(geometry: string, technology: number, provider: string): string {
  const properties = JSON.stringify({ technology: technologies[technology], provider });
  return `{"type":"Feature","properties":${properties},"geometry":${geometry}}`;
}

function movedEast(geometry: object, degrees: number): string {
  return JSON.stringify(geometry).replace(
    /\[(\d+\.?\d*),/g,
    (_, longitude: string) => `[${(Number(longitude) + degrees).toFixed(7)},`,
  );
}
