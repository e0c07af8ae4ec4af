import http, { type RequestListener } from 'node:http';
import next from 'next';

/** Starts Next, which serves the pages (and the APIs with `API_LANE=next`) from the production build; in `npm run dev` from the source. */
export async function openPages(): Promise<RequestListener> {
  const dev = process.env.NODE_ENV === 'development';
  const app = next({
    dev,
    // Next attaches a listener for upgrades to this server; it never listens, so an Upgrade header has no effect. In
    // development Next attaches it to our server, for the WebSocket through which browsers reload pages.
    httpServer: dev ? undefined : http.createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  return (incoming, outgoing) => {
    void handle(incoming, outgoing);
  };
}
