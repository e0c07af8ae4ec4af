import { degreesText, longitudeOf, type Point } from '#lib/broadband/point.ts';

const words: Readonly<Record<string, string>> = {
  Available: 'available',
  Underway: 'planned',
  Planned: 'planned',
  'Not Available': 'unavailable',
};

interface FirstResult {
  readonly technology: string;
  readonly availability: string;
  readonly completion?: string;
}

interface CoverageMember {
  readonly version: number;
  readonly published: string;
  readonly as_of: Readonly<Record<string, string>>;
}

/** The version that the fixture has published. */
const ofFixture: CoverageMember = { version: 1, published: '2026-11-20T11:59:59+13:00', as_of: {} };

/** What version 2.0 answers where version 1.0 has this body (N13); errors are the same. */
export function asSecond(body: string, coverage: CoverageMember = ofFixture): string {
  const answer = JSON.parse(body);
  if ('code' in answer) return body;
  const results = (answer.results as FirstResult[]).map(({ technology, availability, completion, ...rest }) => ({
    technology: technology.toLowerCase(),
    availability: words[availability],
    ...(completion === undefined ? {} : { planned_date: completion }),
    ...rest,
  }));
  return JSON.stringify({ ...answer, results, coverage });
}

/** Latitude and longitude of a point as texts. */
export function textsOf(point: Point): [y: string, x: string] {
  return [degreesText(point.y), degreesText(longitudeOf(point))];
}
