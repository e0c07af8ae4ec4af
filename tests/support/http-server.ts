import type { RequestListener, Server } from 'node:http';
import { handlers } from '#app/handlers.ts';
import { createHttpServer as createServer, type Patience } from '#server/http/http-server.ts';

/** The server with the handlers of this process, as `server.ts` makes it. */
export function createHttpServer(pages: RequestListener, patience?: Patience): Server {
  return createServer(pages, handlers, patience);
}
