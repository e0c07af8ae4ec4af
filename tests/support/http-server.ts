import type { RequestListener, Server } from 'node:http';
import { handlers } from '#app/handlers.ts';
import { createHttpServer as createServer, type Timeouts } from '#server/http/http-server.ts';

/** The server with the handlers of this process, like that of `server.ts`. */
export function createHttpServer(pages: RequestListener, timeouts?: Timeouts): Server {
  return createServer(pages, handlers, { timeouts });
}
