import type { Reason } from '#lib/refusal.ts';
import { type Reference, type ReferenceCode, referenceCodes, references } from './reference.ts';

/** A reference system that a file or a person names, or why it is not read. */
export type ParsedReference =
  | { readonly ok: true; readonly reference: Reference }
  | { readonly ok: false; readonly reason: Reason };

/** Names that programs write instead of the EPSG code. */
const otherNames: Readonly<Record<string, ReferenceCode>> = {
  CRS84: 4326,
  WGS84: 4326,
  NZGD2000: 4167,
  NZTM: 2193,
  NZTM2000: 2193,
  NZMG: 27200,
  // earlier codes of Web Mercator, from ESRI and others
  102100: 3857,
  102113: 3857,
  900913: 3857,
  3785: 3857,
};

/**
 * Reads a name such as `EPSG:2193`, `2193`, `urn:ogc:def:crs:EPSG::2193`, `http://www.opengis.net/def/crs/EPSG/0/2193`
 * or `urn:ogc:def:crs:OGC:1.3:CRS84`.
 */
export function parseReferenceName(name: string): ParsedReference {
  const last = name.trim().toUpperCase().replaceAll(' ', '').split(/[:/#]/).at(-1) ?? '';
  const found = getReference(Number(last)) ?? getReference(otherNames[last]);
  if (found !== undefined) return { ok: true, reference: found };
  return notRead(/^\d{1,6}$/.test(last) ? Number(last) : name.slice(0, 100));
}

/** The reference system with that EPSG code; undefined for one that is not read. */
export function getReference(code: number | undefined): Reference | undefined {
  const known = referenceCodes.find((each) => each === code);
  return known === undefined ? undefined : references[known];
}

/** @param reference an EPSG code, or the name that the file has */
export function notRead(reference: number | string): ParsedReference {
  return { ok: false, reason: { code: 'reference-not-read', reference } };
}
