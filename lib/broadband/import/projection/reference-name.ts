import { nameOfCode } from './known-codes.ts';
import { namesOfAll, type Reference, type ReferenceCode, referenceCodes, references } from './reference.ts';

/** A reference system that a file or a person names, or why it is not read: one whole sentence. */
export type ParsedReference =
  | { readonly ok: true; readonly reference: Reference }
  | { readonly ok: false; readonly reason: string };

/** Names without EPSG's number that programs write. */
const otherNames: Readonly<Record<string, ReferenceCode>> = {
  CRS84: 4326,
  WGS84: 4326,
  NZGD2000: 4167,
  NZTM: 2193,
  NZTM2000: 2193,
  NZMG: 27200,
  // what ESRI and early web maps called Web Mercator
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
  const isNumber = /^\d{1,6}$/.test(last);
  return notRead(isNumber ? nameOfCode(Number(last)) : JSON.stringify(name.slice(0, 100)));
}

/** The reference of that number; undefined for one that is not read. */
export function getReference(code: number | undefined): Reference | undefined {
  const known = referenceCodes.find((each) => each === code);
  return known === undefined ? undefined : references[known];
}

/** What a person reads whose file is in a reference system that is not read. @param name quoted, or with its number */
export function notRead(name: string): ParsedReference {
  return {
    ok: false,
    reason: `The coordinates are said to be in ${name}, which is not read. Read are ${namesOfAll()}: export the file again in one of them.`,
  };
}
