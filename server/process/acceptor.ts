import { once } from 'node:events';
import { closeSync } from 'node:fs';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listenRefusal } from './bind-port.ts';

/**
 * The descriptors of the socket that the first process bound. A turn of the event loop accepts one connection for each: a
 * thousand new ones would otherwise wait a thousand turns, which are long under load.
 */
export const inheritedDescriptors = [4, 5, 6, 7, 8, 9, 10, 11] as const;

/** How long waiting connections are accepted before a stop, in milliseconds: new ones could keep arriving. */
const acceptWithinMs = 500;

/** Closes the inherited socket in a process that will not accept from it. */
export function closeInherited(): void {
  for (const descriptor of inheritedDescriptors) closeSync(descriptor);
}

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
  const servers = inheritedDescriptors.map(() =>
    net.createServer({ pauseOnConnect: isPaused, allowHalfOpen: true, noDelay: true }, (socket) => {
      accepted++;
      take(socket);
    }),
  );
  try {
    for (const [at, server] of servers.entries()) {
      const listening = once(server, 'listening');
      server.listen({ fd: inheritedDescriptors[at] });
      await listening;
    }
  } catch (fault) {
    // another server may have bound the port at the same time, and have been the first to listen
    throw listenRefusal(fault) ?? fault;
  }
  const [{ port } = { port: 0 }] = servers.map((server) => server.address() as AddressInfo);
  return {
    port,
    async stop() {
      const endsAt = performance.now() + acceptWithinMs;
      for (let before = -1; before < accepted && performance.now() < endsAt; ) {
        before = accepted;
        await nextTurn();
        await nextTurn();
      }
      for (const server of servers) server.close();
    },
  };
}
