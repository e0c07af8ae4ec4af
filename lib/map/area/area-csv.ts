import { csvLine } from '#lib/audit/csv.ts';
import type { AreaShares } from './area.ts';

/**
 * The shares of an area as CSV (RFC 4180): a line for each technology and availability, with square kilometres and percent
 * of the area. Each line repeats the rectangle and the version, to be complete by itself.
 */
export function areaCsv({ version, south, west, north, east, square_kilometres, technologies }: AreaShares): string {
  const head = csvLine([
    'technology',
    'availability',
    'square_kilometres',
    'percent',
    'rectangle_square_kilometres',
    'south',
    'west',
    'north',
    'east',
    'coverage_version',
  ]);
  const lines = technologies.flatMap(({ technology, available, underway, planned }) =>
    (
      [
        ['Available', available],
        ['Underway', underway],
        ['Planned', planned],
      ] as const
    ).map(([availability, share]) =>
      csvLine([
        technology,
        availability,
        rounded(share * square_kilometres),
        rounded(100 * share),
        rounded(square_kilometres),
        south,
        west,
        north,
        east,
        version,
      ]),
    ),
  );
  return head + lines.join('');
}

/** To the square metre, or to 0.000001 %. */
const rounded = (value: number) => Number(value.toFixed(6));
