/** What a release imports before its answers are recorded: small files in the formats that every release reads. */

/** The instant at which recorded servers start: noon in Auckland. */
export const recordedNow = '2026-11-20T12:00:00+13:00';

const suffixes = ['nz', 'co.nz', 'net.nz', 'org.nz', 'school.nz', 'kiwi.nz'];

/** Names in every state: active, cancelled long before the next release job and after it, and released by the last one. */
export const registerFile = [
  'domain,registered,cancel_date',
  ...suffixes.flatMap((suffix, at) => [
    `active-${at}.${suffix},2015-06-01T09:30:00+12:00,`,
    `xn--pending-mcron-4qb.${suffix},2012-07-26T00:00:00+12:00,`,
    `ending-${at}.${suffix},2016-07-04T23:59:59+12:00,2026-08-22T0${at}:00:00+12:00`,
    `later-${at}.${suffix},2018-02-01T12:00:00+13:00,2026-10-01T08:00:00+13:00`,
    `freed-${at}.${suffix},2010-01-01T00:00:00+13:00,2026-08-2${at < 3 ? 0 : 1}T12:00:00+12:00`,
  ]),
].join('\n');

/** A later file of changes: one name is new, one is restored, one is cancelled. */
export const changesFile = [
  'domain,registered,cancel_date',
  'new.co.nz,2026-11-19T10:00:00+13:00,',
  'later-0.nz,2018-02-01T12:00:00+13:00,',
  'active-1.co.nz,2015-06-01T09:30:00+12:00,2026-11-18T12:00:00+13:00',
].join('\n');

export const listedFile = [
  'domain,status,reason',
  'prohibited.nz,Prohibited,',
  'reserved.co.nz,Reserved,kept for a council',
  'conflicted.nz,Conflicted,',
  'resolved.nz,Resolved,',
  'active-0.nz,Reserved,',
].join('\n');

/** A square of a tenth of a degree, as GeoJSON lists it, with a hole if asked for. */
function square(longitude: number, latitude: number, size: number, hole = 0): number[][][] {
  const ring = (from: number, to: number) => [
    [longitude + from, latitude + from],
    [longitude + to, latitude + from],
    [longitude + to, latitude + to],
    [longitude + from, latitude + to],
    [longitude + from, latitude + from],
  ];
  return hole === 0 ? [ring(0, size)] : [ring(0, size), ring(hole, size - hole).toReversed()];
}

const coverageFile = (polygons: readonly number[][][][]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: polygons.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Polygon', coordinates },
    })),
  });

/** Fibre: a square, and one with a hole. */
export const fibreFile = coverageFile([square(174, -41, 0.1), square(177, -41, 0.1, 0.02)]);
/** Wireless: two squares that overlap, over the fibre too. */
export const wirelessFile = coverageFile([square(174.05, -41, 0.1), square(174.1, -40.95, 0.1)]);
/** A later delivery of fibre, which is not published. */
export const laterFibreFile = coverageFile([square(174, -41, 0.2)]);
