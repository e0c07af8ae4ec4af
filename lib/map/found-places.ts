import type { MapPoint } from './degrees.ts';
import { isRecord } from './is-record.ts';

/** A place that the search found, as in the body of `/places`. */
export interface FoundPlace extends MapPoint {
  readonly name: string;
  readonly detail: string;
  readonly isMaori: boolean;
  /** Whether it is in the area that the broadband API covers. */
  readonly isServed: boolean;
}

/** The body of `/places`: the places found, and whether the search includes street addresses. */
export interface FoundPlaces {
  readonly places: readonly FoundPlace[];
  readonly hasAddresses: boolean;
}

/** Parses the body of a 200 of `/places`; undefined if it is not valid. */
export function parseFoundPlaces(body: unknown): FoundPlaces | undefined {
  if (!isRecord(body) || !Array.isArray(body.places) || typeof body.hasAddresses !== 'boolean') return undefined;
  const places = body.places.filter(isPlace);
  return places.length === body.places.length ? { places, hasAddresses: body.hasAddresses } : undefined;
}

function isPlace(value: unknown): value is FoundPlace {
  if (!isRecord(value)) return false;
  const { name, detail, latitude, longitude, isMaori, isServed } = value;
  return (
    [name, detail].every((text) => typeof text === 'string') &&
    [latitude, longitude].every((degrees) => Number.isFinite(degrees)) &&
    [isMaori, isServed].every((flag) => typeof flag === 'boolean')
  );
}
