import { screens } from '#app/admin/words.ts';
import type { Reason } from '#lib/refusal.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { openIdWords } from '#lib/words/staff/staff.ts';

/** Why the answer of the provider was refused, by the code in the address of a page; undefined for any other text. */
export function refusedSentence(refused: string | string[] | undefined, name: string): string | undefined {
  const code = (Object.keys(openIdWords) as (keyof typeof openIdWords)[]).find((known) => known === refused);
  return code && reasonWords({ code, name } as Reason, screens);
}
