/** How long a caller stays signed in, in milliseconds. */
export const callerSessionMs = 12 * 3_600_000;

/** The cookie of a caller who is signed in. `__Host-` binds it to this host and to HTTPS, and needs the path `/`. */
export function callerCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-watea-caller' : 'watea-caller',
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: callerSessionMs / 1000 },
  } as const;
}
