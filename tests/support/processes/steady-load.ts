import net from 'node:net';
import { readAnswers } from './raw-answers.ts';

/** What clients saw that ask without pause. */
export interface LoadResult {
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests that were sent and not answered, and connections that were reset. */
  readonly failures: readonly string[];
  /** How many connections an answer with `Connection: close` ended. */
  readonly closed: number;
}

export interface Load {
  /** How many answers have arrived. */
  answered(): number;
  /** Resolves when every client has ended: after `stop`, or when its connection was closed and it does not reconnect. */
  readonly ended: Promise<LoadResult>;
  stop(): Promise<LoadResult>;
}

export interface LoadOptions {
  readonly port: number;
  /** What each client sends in one write, again and again; each text holds as many requests as `\r\n\r\n` begins. */
  readonly clients: readonly (readonly string[])[];
  /** Whether a client opens a new connection when the server has closed its own. */
  readonly reconnects: boolean;
}

/** Starts clients that send their requests, wait for all answers, and send them again. */
export function startLoad({ port, clients, reconnects }: LoadOptions): Load {
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  let closed = 0;
  let isStopped = false;

  /** Asks on one connection until it is closed or the load stops. */
  function converse(requests: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
      let received = '';
      let isWaiting = false;
      let isClosing = false;
      const ask = () => {
        if (isStopped) return void socket.end();
        received = '';
        isWaiting = true;
        socket.write(requests.join(''));
      };
      socket.setEncoding('latin1').on('connect', ask);
      socket.on('data', (chunk: string) => {
        received += chunk;
        if (received.split('HTTP/1.1 ').length - 1 < requests.length || !isComplete(received)) return;
        const answers = readAnswers(received);
        isWaiting = false;
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        isClosing = answers.some(({ headers }) => headers.connection === 'close');
        if (isClosing) closed++;
        else ask();
      });
      socket.on('error', (fault) => failures.push(fault.message));
      socket.on('close', () => {
        if (isWaiting)
          failures.push(`${requests.length} requests, answered with ${JSON.stringify(received.slice(0, 200))}`);
        resolve();
      });
    });
  }

  async function run(requests: readonly string[]): Promise<void> {
    do await converse(requests);
    while (reconnects && !isStopped && failures.length === 0);
  }

  const ended = Promise.all(clients.map(run)).then(() => ({ statuses, failures, closed }));
  return {
    answered: () => [...statuses.values()].reduce((sum, count) => sum + count, 0),
    ended,
    stop() {
      isStopped = true;
      return ended;
    },
  };
}

/** Whether the last answer has its whole body. */
function isComplete(received: string): boolean {
  const last = received.slice(received.lastIndexOf('HTTP/1.1 '));
  const headEnd = last.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(last)?.[1];
  return headEnd !== -1 && last.length - headEnd - 4 >= Number(length ?? 0);
}
