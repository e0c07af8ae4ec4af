import { seededRandom } from '#lib/demonstration/random.ts';
import { providersOf } from './areas.ts';
import type { Expected, LoadPlan, Subject } from './messages.ts';

/** How many names are asked for together, so that an answer from two states would show. */
const namesEach = 4;

/** A request, and whether what it was answered is right by a state of the models. */
export interface Question {
  readonly subject: Subject;
  readonly target: string;
  /** What of the body counts, to compare with `rightBy`. */
  readonly partsOf: (body: string) => string;
  readonly rightBy: (state: Expected) => string;
}

/** Questions without end, about the two APIs in turn. */
export function* questions({ names, points, key }: LoadPlan): Generator<Question, never> {
  const random = seededRandom(31);
  const any = (count: number) => Math.floor(random() * count);
  for (;;) {
    const asked = Array.from({ length: namesEach }, () => any(names.length));
    yield {
      subject: 'names',
      target: `/1.0/availability?${asked.map((place) => `domains[]=${names[place]}`).join('&')}`,
      partsOf: (body) => Array.from(body.matchAll(/"code":"(\d{3})"/g), ([, code]) => code).join(),
      rightBy: (codes) => asked.map((place) => codes.slice(3 * place, 3 * place + 3)).join(),
    };
    const place = any(points.length);
    yield {
      subject: 'points',
      target: `/api/1.0/availability/yx/${points[place]?.y}/${points[place]?.x}?api_key=${key}`,
      partsOf: providersOf,
      rightBy: (answers) => answers[place] ?? '',
    };
  }
}
