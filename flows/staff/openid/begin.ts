import { secretBox } from '#flows/staff/secrets.ts';
import { settings } from '#lib/env.ts';
import { callbackPath, type PendingSignIn, pendingLifetimeMs, pendingSignIn } from '#lib/staff/openid/pending.ts';
import { askProvider, openIdLibrary, requireOpenId } from './provider.ts';

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
