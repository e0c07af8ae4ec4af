import { cookies, headers } from 'next/headers';
import type { FormState } from '#components/developers/forms/form-state.ts';
import { emailOfSession } from '#db/access/requests/links.ts';
import { type Connection, connections } from '#db/client.ts';
import { storageRefusal } from '#db/storage-fault.ts';
import type { Mailing } from '#flows/access/requests/mailing.ts';
import type { CallerOrigin } from '#flows/access/requests/own-access.ts';
import { networkLimitKey } from '#lib/access/address.ts';
import { callerCookie, callerSessionMs } from '#lib/access/requests.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { Refusal } from '#lib/refusal.ts';
import { hashToken, isTokenShape } from '#lib/staff/secrets.ts';
import { originRefusal } from '#lib/staff/write-refusal.ts';
import { noControls } from '#lib/words/controls.ts';
import { refusalWords } from '#lib/words/reason-words.ts';
import { limits } from '#server/access/limits.ts';

/** How this server reaches callers. */
export function mailing(): Mailing {
  const { baseUrl, notifications } = settings();
  return { baseUrl, isMailSet: notifications.mail !== undefined };
}

/** The token in the cookie of a caller. */
export async function callerToken(): Promise<string | undefined> {
  const token = (await cookies()).get(callerCookie(settings().baseUrl).name)?.value;
  return token !== undefined && isTokenShape(token) ? token : undefined;
}

/** The email address of the caller who is signed in. */
export async function callerEmail(): Promise<string | undefined> {
  const token = await callerToken();
  return token === undefined ? undefined : emailOfSession(connections().reader, hashToken(token), now());
}

/** Sets the cookie of a session, or removes it. */
export async function setCallerCookie(token: string | undefined): Promise<void> {
  const { name, options } = callerCookie(settings().baseUrl);
  const maxAge = token === undefined ? 0 : callerSessionMs / 1000;
  (await cookies()).set(name, token ?? '', { ...options, maxAge });
}

/** The values of a form that are texts, by name; React's own fields are left out. */
export function textsOf(form: FormData): Record<string, string> {
  const texts = [...form].filter(([name, value]) => typeof value === 'string' && !name.startsWith('$ACTION'));
  return Object.fromEntries(texts) as Record<string, string>;
}

interface Step {
  readonly writer: Connection;
  readonly values: Readonly<Record<string, string>>;
  readonly from: CallerOrigin;
}

/**
 * Runs a step of somebody without an account of staff: checks `Origin` as the staff screens do (B14), and returns a
 * refusal in words.
 *
 * @param counts against which allowance of the caller's address it counts; by default none
 */
export async function callerStep(
  form: FormData,
  make: (step: Step) => Promise<Partial<FormState> | undefined>,
  { counts }: { readonly counts?: 'asking' | 'signing in' } = {},
): Promise<FormState> {
  const values = textsOf(form);
  const caller = getExchange()?.caller;
  const address = caller?.known === true ? caller.address.text : null;
  try {
    const foreign = originRefusal((await headers()).get('origin'), settings().baseUrl);
    if (foreign !== undefined) throw new Refusal(foreign);
    if (counts !== undefined) {
      const limitKey = caller?.limitKey ?? 'unknown';
      const from = { limitKey, networkKey: caller?.known === true ? networkLimitKey(caller.address) : limitKey };
      const verdict = await (counts === 'asking' ? limits().takeAsker(from, now()) : limits().takeSigner(from, now()));
      const seconds = verdict.isAdmitted ? undefined : (verdict.retryAfterSeconds ?? 1);
      if (seconds !== undefined) throw new Refusal({ code: 'asked-too-often', seconds });
    }
    const done = await make({ writer: connections().writer, values, from: { address, nowMs: now() } });
    return { isDone: true, fields: {}, values, ...done };
  } catch (fault) {
    return refusedForm(fault, values);
  }
}

/** A Refusal as a form shows it, with its faults by field; any other error is rethrown. */
function refusedForm(fault: unknown, values: FormState['values']): FormState {
  const refusal = isRefusal(fault) ? fault : storageRefusal(fault, settings().databaseFile);
  if (refusal === undefined) throw fault;
  const { sentence, faults } = refusalWords(refusal, noControls);
  const fields: Record<string, string> = {};
  refusal.faults.forEach(({ where }, at) => {
    if ('field' in where) fields[where.field] ??= faults[at]?.sentence ?? '';
  });
  return { isDone: false, sentence, fields, values };
}

/** Checks the name, because Next's bundle has its own copy of the class. */
function isRefusal(fault: unknown): fault is Refusal {
  return fault instanceof Error && fault.name === 'Refusal';
}
