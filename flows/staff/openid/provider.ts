import type { Configuration } from 'openid-client';
import { settings } from '#lib/env.ts';
import { outgoingFetch } from '#lib/outgoing-fetch.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { isSameIssuer, type OpenIdSettings } from '#lib/staff/openid/settings.ts';

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
 * that the provider has changed need no care here. Its issuer is the one of everything that follows: OIDC_ISSUER may have
 * or lack the final slash.
 *
 * @throws Refusal when the provider does not answer, or is another than OIDC_ISSUER says
 */
export async function askProvider(own: OpenIdSettings): Promise<Configuration> {
  const { issuer: expected, name } = own;
  try {
    return await discover(own, expected);
  } catch (cause) {
    const issuer = otherIssuerIn(cause);
    if (issuer === undefined) throw openIdRefusal({ code: 'openid-unreachable', name }, cause);
    if (isSameIssuer(expected, issuer)) return await discoverAs(own, issuer);
    const said = new Error(`The provider says that its issuer is ${issuer}; OIDC_ISSUER is ${expected}.`, { cause });
    throw openIdRefusal({ code: 'openid-other-issuer', name, issuer, expected }, said);
  }
}

async function discoverAs(own: OpenIdSettings, issuer: string): Promise<Configuration> {
  try {
    return await discover(own, issuer);
  } catch (cause) {
    throw openIdRefusal({ code: 'openid-unreachable', name: own.name }, cause);
  }
}

async function discover({ clientId, clientSecret }: OpenIdSettings, issuer: string): Promise<Configuration> {
  const library = await openIdLibrary();
  const isPlain = issuer.startsWith('http:');
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
}

/** The issuer that discovery returned, from the library's fault that it is not the one asked for. */
function otherIssuerIn(fault: unknown): string | undefined {
  const { code, cause } = fault as { code?: string; cause?: { body?: { issuer?: unknown } } };
  const issuer = cause?.body?.issuer;
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && typeof issuer === 'string' ? issuer : undefined;
}

/** A refusal in plain words, with the fault of the library for the log. */
export function openIdRefusal(reason: Refusal['reason'], cause: unknown): Refusal {
  return Object.assign(new Refusal(reason), { cause });
}
