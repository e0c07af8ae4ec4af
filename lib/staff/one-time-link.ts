/** How long a one-time link is valid. */
export const linkLifetimeHours = 24;
export const linkLifetimeMs = linkLifetimeHours * 3_600_000;

/** The link itself. The token is in the fragment, which browsers never send, so it reaches no log and no proxy. */
export function oneTimeLink(baseUrl: string, token: string): string {
  return `${baseUrl}/admin/invitation#${token}`;
}
