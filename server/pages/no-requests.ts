/**
 * Makes every request of this process to a server fail, whatever its address: pages read the database and need none. Next
 * would ask this server itself, after an action that redirects and for an action of another page, at an address taken from
 * the caller's headers. Call it before Next is loaded, which keeps the `fetch` that it finds.
 */
export function forbidRequests(): void {
  globalThis.fetch = (target) =>
    Promise.reject(
      new Error(`The pages process makes no requests: ${target instanceof Request ? target.url : target}`),
    );
}
