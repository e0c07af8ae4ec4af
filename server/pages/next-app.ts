import http, { type RequestListener, type Server } from 'node:http';
import { outgoingFetch } from '#lib/outgoing-fetch.ts';

/** Next: what answers a request, and the server on which it listens for upgrades. */
export interface NextApp {
  readonly handle: RequestListener;
  /** It never listens itself, so an `Upgrade` header has no effect unless somebody passes an upgrade on to it. */
  readonly upgrades: Server;
}

/** Starts Next, which serves the pages (and the APIs with `API_LANE=next`) from the production build; in `npm run dev` from the source. */
export async function openNextApp(): Promise<NextApp> {
  forbidRequests();
  const { default: next } = await import('next');
  const upgrades = http.createServer();
  const app = next({ dev: process.env.NODE_ENV === 'development', httpServer: upgrades });
  await app.prepare();
  const handle = app.getRequestHandler();
  return { handle: (incoming, outgoing) => void handle(incoming, outgoing), upgrades };
}

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
