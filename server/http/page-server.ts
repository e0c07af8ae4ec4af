import http, { type RequestListener } from 'node:http';
import next from 'next';

/** Next, serving the pages (and the APIs with `API_LANE=next`) from the production build. */
export async function openPages(): Promise<RequestListener> {
  const app = next({
    dev: false,
    // Next would hang its own listener for upgrades on our server; this one is never opened, so an Upgrade header does nothing
    httpServer: http.createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  return (incoming, outgoing) => {
    void handle(incoming, outgoing);
  };
}
