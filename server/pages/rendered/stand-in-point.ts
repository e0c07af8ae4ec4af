import { parsePoint } from '#lib/broadband/point.ts';
import { type MapPoint, roundPoint, writeDegrees } from '#lib/map/degrees.ts';

/**
 * The pages of all points with the same answer differ only in a few numbers. So such a page is rendered once, for this point
 * in place of the asked one, and the numbers are replaced in each copy that is sent.
 */
export const standIn: MapPoint = { latitude: -44.9182736, longitude: 171.8273645 };

/** As in an address; a last zero distinguishes these numbers from those that the page writes. */
const standInTyped = ['-44.91827360', '171.82736450'] as const;

/** The precision of the picture in a link's preview. */
const previewDecimals = 3;

/** The path of the stand-in's page, such as `/availability/<lat>/<lng>`. */
export function standInPath(folder: string): string {
  return `/${folder}/${standInTyped.join('/')}`;
}

/** The numbers of the stand-in that a page may contain, each with that of the asked point; longer ones first. */
export function numbersInPlace(asked: MapPoint, typed: readonly [string, string]): Readonly<Record<string, string>> {
  const written = numbersOf(asked, typed);
  return Object.fromEntries(numbersOf(standIn, standInTyped).map((number, at) => [number, written[at] ?? '']));
}

/** Whether the stand-in can stand for a point: on the same side of equator and meridian, and with a preview too. */
export function canStandInFor(point: MapPoint): boolean {
  const { latitude, longitude } = roundPoint(point, previewDecimals);
  return latitude < 0 && longitude > 0 && parsePoint(writeDegrees(latitude), writeDegrees(longitude)).ok;
}

/** Whether a text contains a number of the stand-in, also one that is rounded in another way. */
export function mentionsStandIn(text: string): boolean {
  return /44\.9[12]|171\.8[23]/.test(text);
}

/** Without their signs, which are part of the sentence in which they are shown. */
function numbersOf(point: MapPoint, typed: readonly [string, string]): string[] {
  const rounded = roundPoint(point, previewDecimals);
  const shown = [point, rounded].flatMap(({ latitude, longitude }) => [
    writeDegrees(latitude),
    writeDegrees(longitude),
  ]);
  return [...typed, ...shown].map((number) => number.replace('-', ''));
}
