'use server';

import { after } from 'next/server';
import { callerEmail, callerStep, callerToken, mailing, setCallerCookie } from '#app/(developers)/caller.ts';
import { type FormState, scopeField } from '#components/developers/forms/form-state.ts';
import * as asking from '#flows/access/requests/ask.ts';
import * as claiming from '#flows/access/requests/own-access.ts';
import * as own from '#flows/access/requests/own-access.ts';
import * as signing from '#flows/access/requests/sign-in.ts';
import { keyScopes } from '#lib/access/keys/scopes.ts';
import { onFault } from '#lib/http/endpoint.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { Refusal } from '#lib/refusal.ts';

/** Asks for a key or for networks. */
export async function askForAccess(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(
    form,
    async ({ writer, values, from }) => {
      await asking.askForAccess(writer, values, mailing(), from.nowMs);
      return undefined;
    },
    { counts: 'asking' },
  );
}

/** Confirms the address of a request. */
export async function confirmRequest(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    await asking.confirmRequest(writer, values.token ?? '', from.nowMs);
    return undefined;
  });
}

/** Shows an approved key once, by the link of the mail. */
export async function showKey(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    const { text } = await claiming.claimKey(writer, values.token ?? '', from);
    return { key: text };
  });
}

/** The same for somebody who is signed in. */
export async function showOwnKey(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    const ofRequest = { email: await requireEmail(), requestId: Number(values.request) };
    const { text } = await claiming.claimOwnKey(writer, ofRequest, from);
    return { key: text };
  });
}

/** Asks for a sign-in link. */
export async function askToSignIn(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(
    form,
    async ({ writer, values, from }) => {
      const address = signing.signInAddress(values);
      const how = mailing();
      // after the answer, which would otherwise take longer for an address that is known
      after(() =>
        signing.askToSignIn(writer, address, how, from.nowMs).catch((fault: unknown) => {
          if (!(fault instanceof Error && fault.name === 'Refusal'))
            onFault(fault, getExchange()?.requestId ?? 'unvouched');
        }),
      );
      return undefined;
    },
    { counts: 'signing in' },
  );
}

/** Signs in by a link. */
export async function signIn(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    await setCallerCookie(await signing.signInByLink(writer, values.token ?? '', from.nowMs));
    return undefined;
  });
}

/** Ends the session of this browser. */
export async function signOut(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer }) => {
    const token = await callerToken();
    if (token !== undefined) await signing.endCallerSession(writer, token);
    await setCallerCookie(undefined);
    return undefined;
  });
}

/** Replaces a key of the caller; the result is the only place where the new text appears (N11). */
export async function replaceOwnKey(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    const { text } = await own.replaceOwnKey(writer, { email: await requireEmail(), id: Number(values.id) }, from);
    return { key: text };
  });
}

/** Makes another key for the caller; the result is the only place where its text appears (N11). */
export async function makeOwnKey(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    const given = { email: await requireEmail(), id: Number(values.id), terms: termsOf(values) };
    const { text } = await own.makeOwnKey(writer, given, from);
    return { key: text };
  });
}

export async function changeOwnKey(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    await own.changeOwnKey(
      writer,
      { email: await requireEmail(), id: Number(values.id), terms: termsOf(values) },
      from,
    );
    return undefined;
  });
}

/** The terms of a key as its form has them: a box for each scope. */
function termsOf({ label = '', expiresAt = '', origins = '', ...values }: Readonly<Record<string, string>>) {
  return { label, expiresAt, origins, scopes: keyScopes.filter((scope) => values[scopeField(scope)] === 'yes') };
}

export async function endOwnKey(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    await own.endOwnKey(writer, { email: await requireEmail(), id: Number(values.id) }, from);
    return undefined;
  });
}

export async function endOwnNetwork(_before: FormState, form: FormData): Promise<FormState> {
  return await callerStep(form, async ({ writer, values, from }) => {
    await own.endOwnNetwork(writer, { email: await requireEmail(), id: Number(values.id) }, from);
    return undefined;
  });
}

async function requireEmail(): Promise<string> {
  const email = await callerEmail();
  if (email === undefined) throw new Refusal({ code: 'caller-signed-out' });
  return email;
}
