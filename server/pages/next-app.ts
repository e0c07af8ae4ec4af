import http, { type RequestListener, type Server } from 'node:http';
import { forbidRequests } from './no-requests.ts';

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
