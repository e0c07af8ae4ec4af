import type { Socket } from 'node:net';
import { SETTLE_EVERY_MS } from '#lib/access/limit/limiter.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { limits } from '#server/access/limits.ts';
import { Connections } from '#server/http/connections.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import type { Handlers } from '#server/http/serve.ts';
import { openPagesFront } from '#server/pages/front.ts';
import { type PagesAddress, setPagesAddress } from '#server/pages/pages-address.ts';
import { handUpgradesOver } from '#server/pages/upgrades.ts';
import { setUpTiles } from '#server/tiles/set-up-tiles.ts';
import { sendUsage } from '#server/usage/usage.ts';
import { closeApiReader } from './api-reader.ts';
import { checkAtStart } from './check-at-start.ts';
import { watchDisk } from './disk.ts';
import type { WriteUsage } from './front.ts';
import { logFaults } from './log-faults.ts';
import { closeLongReads } from './long-reads.ts';

/** A process that answers requests. */
export interface Serving {
  /** Answers the requests of a connection. */
  take(socket: Socket): void;
  /** Lets everything that was sent be answered, then closes what only this uses. */
  stop(): Promise<void>;
}

/**
 * Answers the APIs in this process, whose limits are set up, and hands pages over to the process at `pages`; `writeUsage`
 * takes what was counted of requests.
 */
export async function startServing(handlers: Handlers, pages: PagesAddress, writeUsage: WriteUsage): Promise<Serving> {
  logFaults();
  setPagesAddress(pages);
  checkAtStart();
  await watchDisk();
  const tiles = setUpTiles();
  const open = new Connections();
  const server = createHttpServer(openPagesFront(pages, handlers), handlers, { connections: open });
  if (process.env.NODE_ENV === 'development') handUpgradesOver(server, pages);
  // Node checks the timeouts of requests from this event on; this server is given its connections and never listens
  server.emit('listening');
  const settling = setInterval(() => limits().settle(now()), SETTLE_EVERY_MS);
  const counting = sendUsage(writeUsage, { isNode: settings().cluster !== undefined });
  return {
    take: (socket) => void server.emit('connection', socket),
    async stop() {
      await open.drain();
      clearInterval(settling);
      limits().settle(now());
      counting.stop();
      tiles.maker.close();
      closeApiReader();
      closeLongReads();
    },
  };
}
