import http, { type RequestListener } from 'node:http';
import next from 'next';

/** Next, serving the pages (and the APIs with `API_LANE=next`) from the production build; in `npm run dev` from the source. */
export async function openPages(): Promise<RequestListener> {
  const dev = process.env.NODE_ENV === 'development';
  const app = next({
    dev,
    // Next adds a listener for upgrades to this server, which never opens, so an Upgrade header does nothing. In development
    // Next finds our server by itself: browsers reload pages through a WebSocket.
    httpServer: dev ? undefined : http.createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  return (incoming, outgoing) => {
    void handle(incoming, outgoing);
  };
}
