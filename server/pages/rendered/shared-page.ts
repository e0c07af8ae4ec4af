import type { Exchange } from '#lib/http/exchange.ts';
import { parseComparison } from '#lib/map/answer/comparison.ts';
import type { Outcome } from '#lib/map/answer/outcome.ts';
import { type NamedPoint, parsePermalink } from '#lib/map/permalink.ts';
import { inLanguage } from '#lib/messages/language.ts';
import { pageFacts } from './page-facts.ts';
import { pageOutcome, setPageOutcome } from './page-outcome.ts';
import { canStandInFor, numbersInPlace, standIn, standInPath } from './stand-in-point.ts';

/** A page that everybody gets alike. */
export interface SharedPage {
  /** The address by which Next renders it. */
  readonly url: string;
  /** Everything on which the rendering depends: requests of one key share it. */
  readonly key: string;
  /** What to write in place of some texts of the rendering. */
  readonly inPlace: Readonly<Record<string, string>>;
}

const withoutPoints = /^\/(?:area|embed)?$/;
const ofPoints = /^\/(availability|compare|embed)\/([^/]*)\/([^/]*)$/;

/** The address of the page for addresses without a page. */
const missingPage = '/missing';

/** Outcomes that depend only on the point and on what is published. */
const lasting = new Set<Outcome['kind']>(['answered', 'nothing here', 'outside']);

/**
 * Which page everybody gets alike at an address; undefined if it depends on who asks. Points in the address are looked up,
 * and count against the visitor's limit.
 *
 * @param url the target in origin form
 * @param hasPage whether there is a page at the path
 */
export async function sharedPageAt(url: string, hasPage: boolean, exchange: Exchange): Promise<SharedPage | undefined> {
  const [path = '', search = ''] = url.split('?', 2);
  if (withoutPoints.test(path)) return pageFor(url);
  const [, folder, latitude = '', longitude = ''] = ofPoints.exec(path) ?? [];
  if (folder === undefined) return hasPage ? undefined : missing(exchange);
  const points = pointsAt(path, search);
  if (points === undefined) return missing(exchange);
  const outcomes = await Promise.all(points.map(({ point }) => pageOutcome(point, exchange)));
  if (!outcomes.every(({ kind }) => lasting.has(kind))) return undefined;
  const [only, ...others] = points;
  const isPlain = others.length === 0 && folder !== 'compare' && url === inLanguage(path, exchange.language ?? 'en');
  const outcome = outcomes[0];
  if (only === undefined || outcome === undefined || !isPlain || !canStandInFor(only.point))
    return pageFor(url, outcomes);
  setPageOutcome(standIn, outcome, exchange);
  const standInUrl = inLanguage(standInPath(folder), exchange.language ?? 'en');
  return { ...pageFor(standInUrl, outcomes), inPlace: numbersInPlace(only.point, [latitude, longitude]) };
}

function pageFor(url: string, outcomes: readonly Outcome[] = []): SharedPage {
  return { url, key: JSON.stringify([url, pageFacts(), outcomes]), inPlace: {} };
}

function missing({ language = 'en' }: Exchange): SharedPage {
  const url = inLanguage(missingPage, language);
  return { url, key: url, inPlace: {} };
}

/** The points in the address of a page; undefined if there is no page for it. */
function pointsAt(path: string, search: string): readonly NamedPoint[] | undefined {
  const comparison = parseComparison(path, search);
  if (comparison !== undefined) return [comparison.first, comparison.second].filter((point) => point !== undefined);
  const asked = parsePermalink(path, search);
  return asked && [asked];
}
