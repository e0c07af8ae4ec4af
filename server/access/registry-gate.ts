import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import { damagedAnswer, staleAnswer, unpublishedAnswer } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { isNodeStale } from '#server/cluster/node-state.ts';
import { isDamaged } from '#server/process/faults.ts';
import { registrarAt } from './allowlist.ts';
import { type Admission, admissionOf, limits, refusalOf } from './limits.ts';
import { isPublished } from './published.ts';

/** Admits a registrar by its address, within its limit (R11, B6); otherwise refuses it with 403 or 429. */
export function admitRegistrar(exchange: Exchange): Admission | Promise<Admission> {
  if (isDamaged('registry')) return { ok: false, answer: damagedAnswer() };
  if (isNodeStale()) return { ok: false, answer: staleAnswer() };
  if (!isPublished('registry')) return { ok: false, answer: unpublishedAnswer('registry') };
  const { caller } = exchange;
  if (!caller.known) return refusalOf(caller.limitKey, refused(exchange));
  const nowMs = now();
  const account = registrarAt(caller.address, nowMs);
  if (account === undefined) return refusalOf(caller.limitKey, refused(exchange));
  exchange.subject = account.subject;
  exchange.accountId = account.registrarId;
  return andThen(limits().takeAccount(account.subject, account.policy, nowMs), admissionOf);
}

function refused({ caller }: Exchange): Answer {
  const { supportEmail, baseUrl } = settings();
  if (caller.known) {
    const page = `${baseUrl}/developers/ask-networks`;
    return errorAnswer(403, { code: 'not-on-an-allowlist', address: caller.address.text, page, supportEmail });
  }
  const code = caller.reason === 'proxy-in-front' ? 'proxy-not-trusted' : 'address-unknown';
  return errorAnswer(403, { code, supportEmail });
}
