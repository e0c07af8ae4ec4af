import { outgoingFetch } from '#lib/outgoing-fetch.ts';

/**
 * Makes every request of this process by `fetch` fail, whatever its address: pages read the database and need none. Next
 * would ask this server itself, after an action that redirects and for an action of another page, at an address taken from
 * the caller's headers. Call it before Next is loaded, which keeps the `fetch` that it finds. Signing in with OpenID
 * Connect, which asks the provider, uses `outgoingFetch`.
 */
export function forbidRequests(): void {
  outgoingFetch();
  globalThis.fetch = (target) =>
    Promise.reject(
      new Error(`The pages process makes no requests: ${target instanceof Request ? target.url : target}`),
    );
}
