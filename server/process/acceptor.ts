import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listenRefusal } from './bind-port.ts';

/** The descriptor of the socket that the first process bound. */
export const inheritedDescriptor = 3;

/** How long waiting connections are accepted before a stop, in milliseconds: new ones could arrive for ever. */
const acceptWithinMs = 500;

/** Accepts connections from the inherited socket. */
export interface Acceptor {
  readonly port: number;
  /** Accepts what waits in the queue of the socket, and then nothing more. The first process still has the socket. */
  stop(): Promise<void>;
}

/**
 * Passes each accepted connection to `take`.
 *
 * @param isPaused whether nothing may be read from it in this process
 * @throws SettingError if another server listens on the port
 */
export async function acceptConnections(take: (socket: Socket) => void, isPaused: boolean): Promise<Acceptor> {
  let accepted = 0;
  const server = net.createServer({ pauseOnConnect: isPaused, allowHalfOpen: true, noDelay: true }, (socket) => {
    accepted++;
    take(socket);
  });
  const listening = once(server, 'listening');
  server.listen({ fd: inheritedDescriptor });
  try {
    await listening;
  } catch (fault) {
    // another server may have bound the port at the same time, and have been the first to listen
    throw listenRefusal(fault) ?? fault;
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      // a turn of the event loop accepts one connection
      const endsAt = performance.now() + acceptWithinMs;
      for (let before = -1; before < accepted && performance.now() < endsAt; ) {
        before = accepted;
        await nextTurn();
        await nextTurn();
      }
      server.close();
    },
  };
}
