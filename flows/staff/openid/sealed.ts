import { secretBox } from '#flows/staff/secrets.ts';
import { type PendingSignIn, pendingSignIn } from '#lib/staff/openid/pending.ts';

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
