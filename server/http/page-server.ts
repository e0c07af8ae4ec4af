import http, { type RequestListener } from 'node:http';
import next from 'next';

/** Starts Next, which serves the pages (and the APIs with `API_LANE=next`) from the production build. */
export async function openPages(): Promise<RequestListener> {
  const app = next({
    dev: false,
    // Next attaches a listener for upgrades to this server; it never listens, so an Upgrade header has no effect
    httpServer: http.createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  return (incoming, outgoing) => {
    void handle(incoming, outgoing);
  };
}
