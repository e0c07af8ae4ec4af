import type { Connection } from '#db/client.ts';
import { spendChallenge } from '#db/staff/second-factors.ts';
import { transact } from '#db/transaction.ts';
import { secretBox } from '#flows/staff/secrets.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import {
  type Claims,
  claimAt,
  emailIn,
  isTwoFactor,
  type LeftOutClaim,
  leftOutBy,
  roleIn,
} from '#lib/staff/openid/claims.ts';
import { callbackPath, type PendingSignIn, pendingLifetimeMs, pendingSignIn } from '#lib/staff/openid/pending.ts';
import type { OpenIdSettings } from '#lib/staff/openid/settings.ts';
import type { Role } from '#lib/staff/role.ts';
import { hashToken } from '#lib/staff/secrets.ts';
import { askProvider, openIdLibrary, openIdRefusal, requireOpenId } from './provider.ts';

/** A sign-in that was begun: the page of the provider, and what the browser keeps until it comes back. */
export interface BegunSignIn {
  readonly url: string;
  readonly sealed: string;
}

/**
 * Begins a sign-in at the provider: authorisation code flow with PKCE, state and nonce.
 *
 * @param connects the account to be connected to somebody there; null to sign in
 * @throws Refusal when the provider does not answer
 */
export async function beginOpenId(connects: number | null, nowMs: number): Promise<BegunSignIn> {
  const own = requireOpenId();
  const library = await openIdLibrary();
  const provider = await askProvider(own);
  const pending: PendingSignIn = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
    connects,
    expiresAt: nowMs + pendingLifetimeMs,
  };
  const url = library.buildAuthorizationUrl(provider, {
    redirect_uri: `${settings().baseUrl}${callbackPath}`,
    scope: own.scopes,
    response_type: 'code',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge_method: 'S256',
    code_challenge: await library.calculatePKCECodeChallenge(pending.verifier),
  });
  return { url: url.href, sealed: sealPending(pending) };
}

/** Where the provider ends its own session, and comes back from; undefined if it does not, or does not answer. */
export async function endSessionUrl(): Promise<string | undefined> {
  const { openId, baseUrl } = settings();
  if (openId === undefined) return undefined;
  try {
    const provider = await askProvider(openId);
    if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
    const { buildEndSessionUrl } = await openIdLibrary();
    return buildEndSessionUrl(provider, { post_logout_redirect_uri: `${baseUrl}/admin/login` }).href;
  } catch {
    // the session here has ended in any case
    return undefined;
  }
}

const purpose = 'sign-in with OpenID Connect';

/** Encrypts a sign-in that was begun, for the cookie of its browser. */
export function sealPending(pending: PendingSignIn): string {
  return secretBox()
    .seal(Buffer.from(JSON.stringify(pending)), purpose)
    .toString('base64url');
}

/** The sign-in in a cookie; undefined if it is not ours or has expired. */
export function openPending(sealed: string, nowMs: number): PendingSignIn | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  // shorter than nonce and tag
  const opened = bytes.length < 28 ? undefined : secretBox().open(bytes, purpose);
  if (opened === undefined) return undefined;
  const pending = pendingSignIn.parse(JSON.parse(opened.toString()));
  return nowMs < pending.expiresAt ? pending : undefined;
}

/** A person who has signed in at the provider. */
export interface ProvenPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Undefined if the claim gives none. */
  readonly role: Role | undefined;
  /** The claim by which the provider says that it left the roles out of its answer because they are too many. */
  readonly leftOutBy: LeftOutClaim | undefined;
  readonly isTwoFactor: boolean;
  /** The account here that is to be connected, if this is not a sign-in. */
  readonly connects: number | null;
}

/** What the browser comes back with: the query of the address, and its cookie. */
interface Returned {
  readonly query: string;
  readonly sealed: string | undefined;
}

/**
 * Checks what the provider sent the browser back with, once: state, code, and the ID token with its signature, issuer,
 * audience, times and nonce.
 *
 * @throws Refusal when any of it is wrong, was used before, or the provider does not answer
 */
export async function finishOpenId(writer: Connection, returned: Returned, nowMs: number): Promise<ProvenPerson> {
  const own = requireOpenId();
  const pending = await takePending(writer, returned, own, nowMs);
  const claims = await claimsFrom(returned.query, pending, own);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: emailIn(claims),
    role: roleIn(claims, own),
    leftOutBy: leftOutBy(claims, own),
    isTwoFactor: isTwoFactor(claims, own),
    connects: pending.connects,
  };
}

async function takePending(
  writer: Connection,
  { query, sealed = '' }: Returned,
  { name }: OpenIdSettings,
  nowMs: number,
): Promise<PendingSignIn> {
  const pending = openPending(sealed, nowMs);
  const state = new URLSearchParams(query).get('state');
  if (pending === undefined || state !== pending.state) throw new Refusal({ code: 'openid-expired', name });
  const isFirst = await transact(writer, (db) => spendChallenge(db, hashToken(state), pending.expiresAt, nowMs));
  if (!isFirst) throw new Refusal({ code: 'openid-expired', name });
  return pending;
}

async function claimsFrom(
  query: string,
  pending: PendingSignIn,
  own: OpenIdSettings,
): Promise<Claims & { iss: string; sub: string }> {
  const provider = await askProvider(own);
  const library = await openIdLibrary();
  try {
    const tokens = await library.authorizationCodeGrant(
      provider,
      new URL(`${settings().baseUrl}${callbackPath}${query}`),
      { expectedState: pending.state, expectedNonce: pending.nonce, pkceCodeVerifier: pending.verifier },
    );
    const claims = tokens.claims();
    if (claims === undefined) throw new Refusal({ code: 'openid-token', name: own.name });
    const isComplete = claimAt(claims, own.rolesClaim) !== undefined && emailIn(claims) !== undefined;
    if (isComplete || provider.serverMetadata().userinfo_endpoint === undefined) return claims;
    // the claims of the ID token are signed, so they win
    return { ...(await library.fetchUserInfo(provider, tokens.access_token, claims.sub)), ...claims };
  } catch (fault) {
    throw openIdRefusal({ code: codeOf(fault), name: own.name }, fault);
  }
}

/** What a fault of the library means for a person who signs in. */
function codeOf(fault: unknown): 'openid-declined' | 'openid-unreachable' | 'openid-token' {
  const { code, error, status = 0, name } = fault as { code?: string; error?: string; status?: number; name?: string };
  if (error === 'access_denied') return 'openid-declined';
  const isAway =
    code === 'OAUTH_TIMEOUT' || name === 'TimeoutError' || (fault instanceof TypeError && code === undefined);
  return isAway || status >= 500 ? 'openid-unreachable' : 'openid-token';
}
