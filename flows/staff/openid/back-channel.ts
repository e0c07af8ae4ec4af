import { z } from 'zod';
import type { Connection } from '#db/client.ts';
import { accountOfIdentity } from '#db/staff/identities.ts';
import { spendChallenge } from '#db/staff/second-factors.ts';
import { removeOpenIdSessionsOf } from '#db/staff/sessions.ts';
import { transact } from '#db/transaction.ts';
import { requireAccount } from '#flows/staff/accounts.ts';
import { recordStaffChange } from '#flows/staff/record.ts';
import { outgoingFetch } from '#lib/outgoing-fetch.ts';
import { Refusal } from '#lib/refusal.ts';
import { isSameIssuer, type OpenIdSettings } from '#lib/staff/openid/settings.ts';
import { hashToken } from '#lib/staff/secrets.ts';
import { askProvider, openIdRefusal, requireOpenId } from './provider.ts';
import { provider as providerName } from './sign-in.ts';

/** How old a logout token may be, in seconds. It is stored as used for longer than that. */
const oldestSeconds = 300;
const usedForMs = 2 * oldestSeconds * 1000;

/** The algorithms with a public key. `none` is not signed, and one with the client's secret is not checked here. */
const signingAlgorithm = /^(?:(?:RS|PS|ES)\d{3}|EdDSA|Ed25519|ML-DSA-\d{2})$/;

/** What a logout token has (OpenID Connect Back-Channel Logout 1.0, 2.4). A nonce would make it an ID token. */
const logoutClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  jti: z.string(),
  nonce: z.undefined().optional(),
  events: z.looseObject({ 'http://schemas.openid.net/event/backchannel-logout': z.looseObject({}) }),
});

/**
 * Ends the sessions of somebody whose session at the provider has ended, if OpenID Connect began them.
 *
 * @param token the logout token that the provider sends
 * @throws Refusal when the token is not one of the provider for this client, or is too old
 */
export async function endByProvider(
  writer: Connection,
  token: string,
  { address, nowMs }: { readonly address: string | null; readonly nowMs: number },
): Promise<void> {
  const own = requireOpenId();
  const { iss: issuer, sub: subject, jti } = await logoutClaimsOf(token, own);
  await transact(writer, (db) => {
    // the second time it has nothing to say
    if (!spendChallenge(db, hashToken(jti), nowMs + usedForMs, nowMs)) return;
    const id = accountOfIdentity({ db }, { issuer, subject });
    if (id == null) return;
    const ended = removeOpenIdSessionsOf(db, id);
    const by = { actor: { who: providerName, address }, nowMs };
    if (ended > 0) recordStaffChange(db, by, 'staff.sessions-end', requireAccount(db, id).email, { before: { ended } });
  });
}

async function logoutClaimsOf(token: string, own: OpenIdSettings): Promise<z.output<typeof logoutClaims>> {
  const { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } = await import('jose');
  try {
    // anybody can send one: the provider is asked only for what could be its own
    const isSigned = signingAlgorithm.test(decodeProtectedHeader(token).alg ?? '') && /\.[\w-]+$/.test(token);
    if (!isSigned || !isSameIssuer(own.issuer, decodeJwt(token).iss ?? ''))
      throw new Refusal({ code: 'openid-token', name: own.name });
    const { jwks_uri: keysAt = '', issuer } = (await askProvider(own)).serverMetadata();
    const isPlain = own.issuer.startsWith('http:');
    if (!isPlain && !keysAt.startsWith('https:')) throw new Refusal({ code: 'openid-token', name: own.name });
    const keys = await outgoingFetch()(keysAt, { signal: AbortSignal.timeout(8000), redirect: 'error' });
    const keySet = createLocalJWKSet((await keys.json()) as Parameters<typeof createLocalJWKSet>[0]);
    const options = { issuer, audience: own.clientId, maxTokenAge: oldestSeconds, clockTolerance: 30 };
    return logoutClaims.parse((await jwtVerify(token, keySet, options)).payload);
  } catch (fault) {
    if (fault instanceof Refusal) throw fault;
    throw openIdRefusal({ code: 'openid-token', name: own.name }, fault);
  }
}
