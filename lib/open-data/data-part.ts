import type { ExportedLayer, ExportedPart, ExportFormat } from '#lib/broadband/export/exported-version.ts';
import { exportFormats } from '#lib/broadband/export/exported-version.ts';
import { slugOf } from '#lib/statistics/slug.ts';

export const partKinds = ['whole', 'technology', 'provider', 'area'] as const;

/** What a file has of a version. */
export interface DataPart {
  readonly kind: (typeof partKinds)[number];
  /** What the areas are called together; empty for other kinds. */
  readonly set: string;
  /** Of the technology, provider or area; empty for the whole. */
  readonly name: string;
  /** In addresses, unlike that of other parts. */
  readonly slug: string;
}

/** An area whose part of the coverage is offered. */
export interface NamedAreaOfSet {
  readonly set: string;
  readonly name: string;
}

/** The parts of a version: the whole, each technology and provider that has offers, and each area. */
export function dataParts(parts: readonly ExportedPart[], areas: readonly NamedAreaOfSet[]): DataPart[] {
  const taken = new Set<string>();
  const named = (kind: DataPart['kind'], name: string, set = ''): DataPart => {
    const slug = slugOf([kind === 'area' ? set : kind, name].filter((word) => word !== '').join(' '), taken);
    taken.add(slug);
    return { kind, set, name, slug };
  };
  const each = (column: 'technology' | 'provider') =>
    [...new Set(parts.map(({ offer }) => String(offer[column])))].toSorted((one, other) =>
      one.localeCompare(other, 'en-NZ'),
    );
  return [
    named('whole', ''),
    ...each('technology').map((name) => named('technology', name)),
    ...each('provider').map((name) => named('provider', name)),
    ...areas.map(({ set, name }) => named('area', name, set)),
  ];
}

/** The name of a file: `coverage-12-technology-fibre.gpkg`. */
export function dataFileName(versionId: number, { slug }: DataPart, format: ExportFormat): string {
  return `coverage-${versionId}-${slug}${exportFormats[format].ending}`;
}

/** The layers that some polygons are of. */
export function layersOfParts(layers: readonly ExportedLayer[], parts: readonly ExportedPart[]): ExportedLayer[] {
  const key = (...words: unknown[]) => JSON.stringify(words);
  const offers = new Set(parts.map(({ offer }) => offer));
  const present = new Set([...offers].map(({ technology, provider, delivery }) => key(technology, provider, delivery)));
  return layers.filter(({ technology, provider, delivery }) => present.has(key(technology, provider, delivery)));
}
