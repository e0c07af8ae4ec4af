import type { Place, RefusalRecord } from '#lib/refusal.ts';
import { type Controls, noControls } from './controls.ts';
import { type Reason, sentences } from './sentences.ts';
import { webObstacles } from './web.ts';

/** A refusal in the words of one edge. */
export interface WordedRefusal {
  readonly sentence: string;
  readonly faults: readonly { readonly where: string; readonly sentence: string }[];
  readonly total: number;
}

/** @param controls how the edge names what a person can choose there */
export function reasonWords(reason: Reason, controls: Controls): string {
  const say = sentences[reason.code] as ((facts: Reason, controls: Controls) => string) | undefined;
  // a newer version may have recorded a code that this one does not know
  return say === undefined ? `Refused (${reason.code}).` : say(reason, controls);
}

/** What holds up a job that goes on by itself, in a sentence without advice. */
export function obstacleWords(reason: Reason): string {
  const say = (webObstacles as Readonly<Record<string, unknown>>)[reason.code] as
    | ((facts: Reason) => string)
    | undefined;
  return say === undefined ? reasonWords(reason, noControls) : say(reason);
}

/** Where something is wrong, as a list names it: `line 3`, `feature 7, line 40`, a name. */
export function placeWords(place: Place): string {
  if ('text' in place) return place.text;
  if ('name' in place) return place.name;
  if ('file' in place) return place.file;
  const line = place.line === undefined ? '' : `line ${place.line}`;
  if ('feature' in place) return line === '' ? `feature ${place.feature}` : `feature ${place.feature}, ${line}`;
  if (!('field' in place)) return line;
  return line === '' ? place.field : `${line}, ${place.field}`;
}

/** Puts a refusal and each of its listed faults into words. */
export function refusalWords({ reason, faults, total }: RefusalRecord, controls: Controls): WordedRefusal {
  return {
    sentence: reasonWords(reason, controls),
    faults: faults.map((fault) => ({ where: placeWords(fault.where), sentence: reasonWords(fault.reason, controls) })),
    total,
  };
}

/** A refusal in one line: its sentence, the first fault, and how many more there are. */
export function refusalLine(refusal: RefusalRecord, controls: Controls): string {
  const { sentence, faults, total } = refusalWords(refusal, controls);
  const [first] = faults;
  if (first === undefined) return sentence;
  const more = total > 1 ? ` (and ${(total - 1).toLocaleString('en-NZ')} more)` : '';
  return `${sentence} ${first.where}: ${first.sentence}${more}`;
}
