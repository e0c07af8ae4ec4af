import { processWide } from '#lib/process-wide.ts';

/**
 * The `fetch` with which this process may ask another server. In the pages process `globalThis.fetch` is refused
 * (`server/pages/next-app.ts`), so that only code that means to make a request makes one.
 */
export function outgoingFetch(): typeof fetch {
  return processWide('outgoing-fetch', () => globalThis.fetch);
}
