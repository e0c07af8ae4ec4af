import type { ProjectionFacts } from '#lib/broadband/import/projection/projection-facts.ts';
import type { PointDetails } from '#lib/broadband/import/projection/whereabouts.ts';

/** Who says in what the coordinates are. */
export function howKnown({ asked, declaredBy, swapped, isDegrees }: ProjectionFacts): string {
  const order = swapped ? `, ${isDegrees ? 'latitude' : 'northing'} first` : '';
  if (asked) return `You chose it${order}`;
  if (declaredBy !== null) return `As ${declaredBy} says${order}`;
  return `The file does not say; its numbers are longitudes and latitudes${order}`;
}

/** How far places may lie from where they are. */
export function accuracyWords({ accuracyMetres, conversion }: ProjectionFacts): string {
  const why = conversion.charAt(0).toUpperCase() + conversion.slice(1);
  return accuracyMetres === 0 ? `Exact: ${conversion}` : `Within ${accuracyMetres} m: ${why}`;
}

/** `3 km from Wellington; from 174.70° to 175.10° east, 41.40° to 41.10° south` */
export function whereWords(where: PointDetails | null): string {
  if (where === null) return 'Nowhere: it has no areas';
  const { west, east, south, north } = where;
  const degrees = (value: number) => `${Math.abs(value).toFixed(2)}°`;
  const side = (value: number) => (value < 0 ? 'south' : 'north');
  return `Its middle is ${distanceWords(where)}; longitude ${degrees(west)} to ${degrees(east)}, latitude ${degrees(south)} ${side(south)} to ${degrees(north)} ${side(north)}`;
}

/** `less than 1 km from Wellington` */
export function distanceWords({ town, kilometres }: Pick<PointDetails, 'town' | 'kilometres'>): string {
  const distance = kilometres < 1 ? 'less than 1' : Math.round(kilometres).toLocaleString('en-NZ');
  return `${distance} km from ${town}`;
}

/** How a candidate stands in its form: code and order. */
export function candidateKey(code: number, swap: boolean): string {
  return `${code}${swap ? ' swapped' : ''}`;
}
