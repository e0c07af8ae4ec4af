import type { RefusalRecord } from '#lib/refusal.ts';
import { type Controls, noControls } from '#lib/words/controls.ts';
import { refusalWords, type WordedRefusal } from '#lib/words/reason-words.ts';
import { coverageControls } from './coverage/import/labels.ts';

/** The names of the controls on the staff screens. */
export const screens: Controls = { ...noControls, coverage: coverageControls };

/** A refusal in the words of the staff screens. */
export function inScreenWords(refusal: RefusalRecord): WordedRefusal {
  return refusalWords(refusal, screens);
}
