import { counted } from '#lib/counted.ts';

/** What a file without areas has instead. */
export interface NoAreas {
  readonly features: number;
  /** How many there are, by what they are. */
  readonly skipped: Readonly<Record<string, number | undefined>>;
}

const kinds = {
  Point: ['is a point', 'are points'],
  MultiPoint: ['is a group of points', 'are groups of points'],
  LineString: ['is a line', 'are lines'],
  MultiLineString: ['is a group of lines', 'are groups of lines'],
  'gx:Track': ['is a track (gx:Track)', 'are tracks (gx:Track)'],
  'gx:MultiTrack': ['is a group of tracks (gx:MultiTrack)', 'are groups of tracks (gx:MultiTrack)'],
  GeometryCollection: ['is a mixed collection (GeometryCollection)', 'are mixed collections (GeometryCollection)'],
  'no geometry': ['has no geometry', 'have no geometry'],
  deleted: ['is marked as deleted', 'are marked as deleted'],
} as const;

/** Why there is nothing to import from a file, and what would help. */
export function noAreaWords({ features, skipped }: NoAreas): string {
  if (features === 0) return 'The file has no features, so there is nothing to import.';
  const found = Object.entries(kinds).flatMap(([kind, [one, many]]) => {
    const count = skipped[kind] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-NZ')} ${count === 1 ? one : many}`];
  });
  const what = found.length === 0 ? '' : `: of its ${counted(features, 'feature')}, ${found.join(', ')}`;
  const hasPoints = skipped.Point !== undefined || skipped.MultiPoint !== undefined;
  const advice = hasPoints ? ', or points with a radius as CSV' : '';
  return `The file has no areas, so there is nothing to import${what}. Coverage must be areas (polygons)${advice}.`;
}
