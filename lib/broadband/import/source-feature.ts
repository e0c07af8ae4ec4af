import type { BuiltArea } from './areas/area-builder.ts';

/** A property's value. Lists and objects are not read: no field of ours holds one. */
export type PropertyValue = string | number | boolean | null | typeof nested;
export const nested: unique symbol = Symbol('a list or an object');

/** Why a feature brings no area; such features are skipped and counted, not refused. */
export type WithoutArea =
  | 'no geometry'
  | 'deleted'
  | 'Point'
  | 'MultiPoint'
  | 'LineString'
  | 'MultiLineString'
  | 'GeometryCollection';

/** One feature of a file, of whatever format. */
export interface SourceFeature {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** Where it begins; undefined in a format without lines. */
  readonly line: number | undefined;
  readonly id: string | number | undefined;
  readonly properties: ReadonlyMap<string, PropertyValue>;
  readonly area: BuiltArea | WithoutArea;
  /** What is wrong with its form, one sentence each. */
  readonly faults: readonly string[];
}

/** `feature 3, line 12`: how reports name a place. */
export function placeOf({ number, line }: Pick<SourceFeature, 'number' | 'line'>): string {
  return line === undefined ? `feature ${number}` : `feature ${number}, line ${line}`;
}
