import { nameOfCode } from '#lib/broadband/import/projection/known-codes.ts';
import { nameOf, type ReferenceCode, referenceCodes, references } from '#lib/broadband/import/projection/reference.ts';
import type { Controls } from '#lib/words/controls.ts';

/** Where a file says in which reference system its coordinates are. */
export type DeclaredBy = 'prj' | 'crs-member' | 'srs-id' | 'srid' | 'kml';

/** In which reference system a file was read, and how that is known. */
export interface ReferenceUse {
  readonly code: ReferenceCode;
  /** Whether the file writes latitude or northing first. */
  readonly swapped: boolean;
  /** Whether it was chosen, whatever the file says. */
  readonly asked: boolean;
  /** Null where the file does not say it. */
  readonly declaredBy: DeclaredBy | null;
}

/** Why a file seems to have been read in the wrong reference system. */
export interface Misplacement extends ReferenceUse {
  /** Most positions do not exist in it; or no area is in New Zealand. */
  readonly kind: 'not-in-reference' | 'outside-new-zealand';
  /** The range of its numbers, first and second; null where it has none. */
  readonly range: { readonly minX: number; readonly maxX: number; readonly minY: number; readonly maxY: number } | null;
}

interface NamedPlace {
  readonly town: string;
  readonly kilometres: number;
}

interface StrayPosition {
  readonly axis: 'x' | 'y';
  /** As text, as it may be NaN. */
  readonly value: string;
  readonly reference: ReferenceCode;
  readonly ring: number;
  readonly position: number;
}

/** What is wrong with the coordinates of a file, or with what it says of them. */
export const coverageReferenceWords = {
  'reference-not-read': ({ reference }: { reference: number | string }) =>
    `The coordinates are in ${typeof reference === 'number' ? nameOfCode(reference) : JSON.stringify(reference)}, which is not read. Export the file in one of these: ${allReferenceNames()}.`,
  'reference-not-described': () => 'The description of the projection is not well-known text.',
  'reference-unnamed': (_facts: object, { coverage }: Controls) =>
    `The file has a "crs" member that does not name a reference system. Use ${coverage.control('reference')} to set it.`,
  'reference-undefined': ({ srsId }: { srsId: number }, { coverage }: Controls) =>
    `The GeoPackage does not define its srs_id ${srsId}. Use ${coverage.control('reference')} to set the reference system.`,
  'references-differ': ({ first, second }: { first: ReferenceCode; second: ReferenceCode }, { coverage }: Controls) =>
    `The file says that its coordinates are in ${nameOf(references[first])}, and elsewhere that they are in ${nameOf(references[second])}. Use ${coverage.control('reference')} to choose one.`,
  'coverage-misplaced': (
    {
      problem,
      candidates,
    }: {
      problem: Misplacement;
      candidates: readonly ({ readonly code: ReferenceCode; readonly swap: boolean } & NamedPlace)[];
    },
    { coverage }: Controls,
  ) =>
    candidates.length === 0
      ? `${misplacementWords(problem)} ${noCandidateWords}`
      : `${misplacementWords(problem)} One of these may be right: ${candidates
          .map((each) => `${coverage.reference(each)} would put the centre ${distanceWords(each)}`)
          .join('; ')}.`,
  'position-stray': ({ axis, value, reference, ring, position }: StrayPosition) => {
    const { isDegrees, range } = references[reference];
    const [name, from, to] =
      axis === 'y'
        ? [isDegrees ? 'latitude' : 'northing', range.south, range.north]
        : [isDegrees ? 'longitude' : 'easting', range.west, range.east];
    const where = isDegrees ? '' : `, where ${nameOf(references[reference])} can be converted`;
    return `The ${name} ${value} is outside ${from} to ${to}${where} (ring ${ring}, position ${position}).`;
  },
} as const;

export const noCandidateWords =
  'No reference system that can be read would put them in New Zealand: ask the provider which one it is.';

/** `EPSG:2193 (NZTM2000), EPSG:4326 (WGS 84), … and EPSG:3857 (Web Mercator)` */
export function allReferenceNames(): string {
  const names = referenceCodes.map((code) => nameOf(references[code]));
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What is wrong with the coordinates as a whole, without what they may be instead. */
export function misplacementWords({ kind, range, ...use }: Misplacement): string {
  const ranges =
    range === null
      ? 'they are not numbers'
      : `they range from ${shown(range.minX)} to ${shown(range.maxX)} and from ${shown(range.minY)} to ${shown(range.maxY)}`;
  const name = nameOf(references[use.code]);
  if (kind === 'outside-new-zealand')
    return `In ${name}${sourceWords(use)}, no area would be in New Zealand: ${ranges}.`;
  if (use.asked || use.declaredBy !== null) return `The coordinates are not in ${name}${sourceWords(use)}: ${ranges}.`;
  const areMetres = range !== null && Math.max(Math.abs(range.maxX), Math.abs(range.minX), Math.abs(range.maxY)) > 360;
  const hint = areMetres ? ' They may be metres of a map projection, but the file does not say which.' : '';
  return `The coordinates are not longitude and latitude: ${ranges}.${hint}`;
}

/** `EPSG:2193 (NZTM2000), according to the .prj file; NZGD2000 is treated as WGS 84, accurate to within 2 m` */
export function referenceWords(use: ReferenceUse): string {
  const { accuracyMetres } = references[use.code];
  const accuracy = accuracyMetres === 0 ? '' : `, accurate to within ${accuracyMetres} m`;
  return `${nameOf(references[use.code])}${orderWords(use.code, use.swapped)}${sourceWords(use)}; ${conversionWords[use.code]}${accuracy}`;
}

/** `, northing first`, for coordinates that are written so. */
export function orderWords(code: ReferenceCode, isSwapped: boolean): string {
  return isSwapped ? `, ${references[code].isDegrees ? 'latitude' : 'northing'} first` : '';
}

/** `less than 1 km from Wellington` */
export function distanceWords({ town, kilometres }: NamedPlace): string {
  return `${kilometres < 1 ? 'less than 1' : Math.round(kilometres).toLocaleString('en-NZ')} km from ${town}`;
}

export const declaredByWords: Readonly<Record<DeclaredBy, string>> = {
  prj: 'the .prj file',
  'crs-member': 'the "crs" member',
  'srs-id': 'its srs_id',
  srid: 'its SRID',
  kml: 'the KML format',
};

/** Why coordinates of a reference system are as accurate as they are. */
export const conversionWords: Readonly<Record<ReferenceCode, string>> = {
  2193: 'NZGD2000 is treated as WGS 84',
  4326: 'nothing is converted',
  4167: 'NZGD2000 is treated as WGS 84',
  27200: 'NZGD49 is converted with seven parameters',
  3857: 'positions are those of WGS 84',
};

function sourceWords({ asked, declaredBy }: ReferenceUse): string {
  if (asked) return ', which was chosen';
  return declaredBy === null ? '' : `, according to ${declaredByWords[declaredBy]}`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(10)));
}
