/** How long the page is kept; whoever signs in later starts at the overview. */
const keptForMs = 30 * 60_000;
const mostCharacters = 1000;

/** Where people start who asked for no page in particular. */
const overview = '/admin';

/** The cookie that keeps the staff page that somebody asked for until they have signed in; `__Host-` as for sessions. */
export function goalCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-watea-goal' : 'watea-goal',
    // `lax`: it must come along when an OpenID Connect provider sends the browser back
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: keptForMs / 1000 },
  } as const;
}

/** The header that keeps a page; the overview in place of what cannot be gone to. */
export function goalHeader(target: string, baseUrl: string): string {
  const { name, options } = goalCookie(baseUrl);
  const { sameSite, secure, path, maxAge } = options;
  const value = encodeURIComponent(goalIn(target));
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
}

/** The page to go to after signing in: one of the staff screens of this server, whatever a cookie says. */
export function goalIn(kept: string | undefined): string {
  if (kept === undefined || kept.length > mostCharacters || !/^\/admin(?:[/?][\x21-\x7e]*)?$/.test(kept))
    return overview;
  const { pathname, search } = new URL(kept, 'https://watea.invalid');
  const isScreen = pathname === overview || pathname.startsWith(`${overview}/`);
  const isSigningIn = /^\/admin\/(?:login|invitation)(?:\/|$)/.test(pathname);
  return isScreen && !isSigningIn ? `${pathname}${search}` : overview;
}
