import { Refusal } from '#lib/refusal.ts';

/** WGS 84 and NZGD2000 in degrees, longitude first: the names that GeoJSON writers give them. */
const degrees = new Set(['CRS84', '4326', '4167', 'WGS84', 'WGS 84']);

/**
 * Checks the `crs` member that older GeoJSON may carry, wherever it stands in the file.
 *
 * @param name as in `urn:ogc:def:crs:OGC:1.3:CRS84` or `EPSG:4326`; undefined when the member names none
 * @throws Refusal for anything but longitude and latitude of WGS 84 or NZGD2000
 */
export function requireDegrees(name: string | undefined): void {
  if (name === undefined) {
    throw new Refusal(
      'The file has a "crs" member that names no projection: remove it, or export the file as EPSG:4326.',
    );
  }
  const code = name.trim().toUpperCase().split(/[:/#]/).at(-1) ?? '';
  if (degrees.has(code)) return;
  throw new Refusal(
    `The file says that its coordinates are in ${JSON.stringify(name)}${code === '2193' ? ' (NZTM2000)' : ''}. Only longitude and latitude (WGS 84) are read: export the file again as EPSG:4326.`,
  );
}
