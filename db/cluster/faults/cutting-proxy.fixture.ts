import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Where a connection is cut: before the server has a message, or after it has answered and before the client hears. */
export interface Cut {
  readonly message: string;
  readonly when: 'before' | 'after';
  /** Only a connection that has sent this before: others may send the same message. */
  readonly behind?: string;
  /** Whether nothing passes afterwards. */
  readonly thenBlock?: boolean;
}

/** Stands between a node and PostgreSQL, and cuts connections where a test wants it. */
export interface CuttingProxy {
  readonly url: string;
  /** The next message with that text is cut. */
  cutNext(cut: Cut): void;
  /** How many connections were cut. */
  readonly cuts: number;
  /** Nothing passes any more, in either direction, and nothing is closed. */
  block(isBlocked: boolean): void;
  /** From now on each message takes this long in either direction, in milliseconds. */
  delay(ms: number): void;
}

/** Begins to pass on what comes to a new port to the server of `url`, until the test ends. */
export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isBlocked = false;
  let nextCut: Cut | undefined;
  let cuts = 0;
  let delayMs = 0;
  const passOn = (to: Socket, bytes: Buffer) => {
    if (delayMs === 0) to.write(bytes);
    else setTimeout(() => to.write(bytes), delayMs);
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const sent: Buffer[] = [];
    let cutsAnswer: Cut | undefined;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const cut = ({ thenBlock = false }: Cut) => {
      cuts++;
      isBlocked ||= thenBlock;
      end();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      if (isBlocked) socket.pause();
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (bytes) => {
      sent.push(bytes);
      const isIts = nextCut?.behind === undefined || Buffer.concat(sent).includes(nextCut.behind);
      if (nextCut !== undefined && isIts && bytes.includes(nextCut.message)) {
        const found = nextCut;
        nextCut = undefined;
        if (found.when === 'before') return cut(found);
        cutsAnswer = found;
      }
      passOn(upstream, bytes);
    });
    upstream.on('data', (bytes) => {
      if (cutsAnswer !== undefined) return cut(cutsAnswer);
      passOn(client, bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const through = new URL(url);
  through.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: through.href,
    cutNext(cut) {
      nextCut = cut;
    },
    get cuts() {
      return cuts;
    },
    block(wanted) {
      isBlocked = wanted;
      for (const socket of sockets) isBlocked ? socket.pause() : socket.resume();
    },
    delay(ms) {
      delayMs = ms;
    },
  };
}
