/** How long a one-time link is good. */
export const linkLifetimeMs = 24 * 3_600_000;

/** The link itself: the token stands in the fragment, which browsers send nowhere, so no log and no proxy sees it. */
export function oneTimeLink(baseUrl: string, token: string): string {
  return `${baseUrl}/admin/invitation#${token}`;
}
