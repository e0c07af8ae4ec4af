import { z } from 'zod';

/** How long a sign-in may take at the provider. */
export const pendingLifetimeMs = 10 * 60_000;

/** Where the provider sends people back to, below BASE_URL. */
export const callbackPath = '/admin/login/openid';

/** A sign-in that was begun, as its browser keeps it, encrypted. `connects`: the account to be connected, if not a sign-in. */
export const pendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  connects: z.int().nullable(),
  expiresAt: z.int(),
});
export type PendingSignIn = z.output<typeof pendingSignIn>;

/** The cookie of a sign-in that was begun; its own host and HTTPS as for sessions. */
export function pendingCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-watea-openid' : 'watea-openid',
    // `lax`: it must come along when the provider sends the browser back
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: pendingLifetimeMs / 1000 },
  } as const;
}
