import type { Configuration } from 'openid-client';
import { settings } from '#lib/env.ts';
import { outgoingFetch } from '#lib/outgoing-fetch.ts';
import { Refusal, required } from '#lib/refusal.ts';
import type { OpenIdSettings } from '#lib/staff/openid/settings.ts';

/** How long the provider may take for each request, in seconds. */
const patienceSeconds = 8;

/** The library, loaded at the first sign-in: without OIDC_ISSUER nobody needs it. */
export const openIdLibrary = () => import('openid-client');

/** @throws Refusal when OIDC_ISSUER is not set */
export function requireOpenId(): OpenIdSettings {
  return required(settings().openId, { code: 'openid-off' });
}

/**
 * What the provider says about itself. Asked for each time: people sign in a few times a day, and then keys and addresses
 * that the provider has changed need no care here.
 *
 * @throws Refusal when the provider does not answer, or is another than OIDC_ISSUER says
 */
export async function askProvider({ issuer, clientId, clientSecret, name }: OpenIdSettings): Promise<Configuration> {
  const library = await openIdLibrary();
  const isPlain = issuer.startsWith('http:');
  try {
    return await library.discovery(
      new URL(issuer),
      clientId,
      clientSecret,
      clientSecret === undefined ? library.None() : undefined,
      {
        timeout: patienceSeconds,
        [library.customFetch]: (url, options) => outgoingFetch()(url, options as RequestInit),
        // a token that comes from the provider itself needs no signature by the standard; here it does
        execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
      },
    );
  } catch (cause) {
    throw openIdRefusal({ code: 'openid-unreachable', name }, cause);
  }
}

/** A refusal in plain words, with the fault of the library for the log. */
export function openIdRefusal(reason: Refusal['reason'], cause: unknown): Refusal {
  return Object.assign(new Refusal(reason), { cause });
}
