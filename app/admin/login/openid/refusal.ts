import { screens } from '#app/admin/words.ts';
import type { Reason, Refusal } from '#lib/refusal.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { openIdWords } from '#lib/words/staff/staff.ts';
import { log } from '#server/process/log.ts';

/** Why the answer of the provider was refused, by the code in the address of a page; undefined for any other text. */
export function refusedSentence(refused: string | string[] | undefined, name: string): string | undefined {
  const code = (Object.keys(openIdWords) as (keyof typeof openIdWords)[]).find((known) => known === refused);
  return code && reasonWords({ code, name } as Reason, screens);
}

/** Logs why the provider, or its answer, was refused. */
export function logRefusal(refused: Refusal): void {
  log().warn({ openid: refused.reason.code, cause: causeOf(refused) }, 'A sign-in with OpenID Connect was refused.');
}

/** What the library found wrong, without what it was given: that has tokens. */
function causeOf({ cause }: Error): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { message, cause: inner } = cause;
  return inner instanceof Error ? `${message}: ${inner.message}` : message;
}
