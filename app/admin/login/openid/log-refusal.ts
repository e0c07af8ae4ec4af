import type { Refusal } from '#lib/refusal.ts';
import { log } from '#server/process/log.ts';

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
