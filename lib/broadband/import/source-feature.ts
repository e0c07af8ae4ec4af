import type { Place, Reason } from '#lib/refusal.ts';
import type { AreaBuilder, BuiltArea } from './areas/area-builder.ts';

/** The value of a property. Lists and objects are not read: no field of an offer is one. */
export type PropertyValue = string | number | boolean | null | typeof nested;
export const nested: unique symbol = Symbol('a list or an object');

/** Why a feature has no area; such features are skipped and counted, not refused. */
export type WithoutArea =
  | 'no geometry'
  | 'deleted'
  | 'Point'
  | 'MultiPoint'
  | 'LineString'
  | 'MultiLineString'
  | 'gx:Track'
  | 'gx:MultiTrack'
  | 'GeometryCollection';

/** One feature of a file, whatever the format. */
export interface SourceFeature {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** The line on which it begins; undefined in a format without lines. */
  readonly line: number | undefined;
  readonly id: string | number | undefined;
  readonly properties: ReadonlyMap<string, PropertyValue>;
  readonly area: BuiltArea | WithoutArea;
  /** What is wrong with its form. */
  readonly faults: readonly Reason[];
}

/** A geometry that was read from a format of its own: polygons in the area builder, no area, or something wrong. */
export type GeometryOutcome =
  | { readonly kind: 'areas' }
  | { readonly kind: 'none'; readonly why: WithoutArea }
  | { readonly kind: 'wrong'; readonly fault: Reason };

/** Where a feature is in its file. */
export function placeOf({ number, line }: Pick<SourceFeature, 'number' | 'line'>): Place {
  return { feature: number, line };
}

/** The area of a feature, or what is wrong with it. @param area has the rings of the geometry that was read */
export function areaOf(outcome: GeometryOutcome, area: AreaBuilder): Pick<SourceFeature, 'area' | 'faults'> {
  if (outcome.kind === 'areas') return { area: area.build(), faults: [] };
  return outcome.kind === 'none' ? { area: outcome.why, faults: [] } : { area: 'no geometry', faults: [outcome.fault] };
}
