import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Whole } from './fuzz-requests.ts';

/** An answer as it was sent. */
export interface Sent {
  readonly status: number;
  /** The status line and the header lines, in lower case. */
  readonly head: string;
  readonly hasBody: boolean;
}

/** How long a broken request may go without an answer before the client ends the connection, in milliseconds. */
const patienceMs = 120;

/** What came of one connection. */
export interface Told {
  readonly answers: readonly Sent[];
  /** The answers to the broken request, as text. */
  readonly rest: string;
  readonly fault: string | undefined;
}

/**
 * Sends whole requests together, reads their answers, then sends the broken one and ends the connection.
 *
 * @param answered called when all answers to whole requests have arrived
 */
export async function tell(
  port: number,
  requests: readonly Whole[],
  last: string,
  answered: () => void,
): Promise<Told> {
  const socket = net.connect({ host: '127.0.0.1', port, localAddress: '127.0.0.1' });
  let text = '';
  let isClosed = false;
  let arrived: (() => void) | undefined;
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    arrived?.();
  });
  for (const event of ['close', 'error', 'end']) {
    socket.on(event, () => {
      isClosed = true;
      arrived?.();
    });
  }
  const more = (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived = resolve;
    return Promise.race([promise, sleep(ms, undefined, { ref: false })]);
  };
  socket.write(Buffer.from(requests.map(({ bytes }) => bytes).join(''), 'latin1'));
  const answers: Sent[] = [];
  let at = 0;
  for (const { method } of requests) {
    let end = answerEnd(text, at, method);
    while (end === undefined && !isClosed) {
      await more(1000);
      end = answerEnd(text, at, method);
    }
    if (end === undefined) {
      socket.destroy();
      return { answers, rest: '', fault: `no answer: ${JSON.stringify(text.slice(at, at + 300))}` };
    }
    const head = text.slice(at, text.indexOf('\r\n\r\n', at)).toLowerCase();
    answers.push({ status: Number(head.slice(9, 12)), head, hasBody: end > at + head.length + 4 });
    at = end;
  }
  answered();
  socket.write(Buffer.from(last, 'latin1'));
  for (let before = -1; before !== text.length && !isClosed && text.length === at; ) {
    before = text.length;
    await more(patienceMs);
  }
  socket.end();
  if (!isClosed) await more(patienceMs);
  socket.destroy();
  return { answers, rest: text.slice(at), fault: undefined };
}

/** The end of the answer that starts at `at`; undefined while it is incomplete. @throws if it is no answer */
function answerEnd(text: string, at: number, method: string): number | undefined {
  const headEnd = text.indexOf('\r\n\r\n', at);
  if (headEnd === -1) return undefined;
  const head = text.slice(at, headEnd);
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  if (status === undefined) throw new Error(`This is no answer: ${JSON.stringify(head.slice(0, 200))}`);
  const start = headEnd + 4;
  if (method === 'HEAD' || status === '204' || status === '304') return start;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return start + Number(length) <= text.length ? start + Number(length) : undefined;
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) throw new Error(`This has no length: ${head}`);
  for (let from = start; ; ) {
    const line = text.indexOf('\r\n', from);
    if (line === -1) return undefined;
    const size = Number.parseInt(text.slice(from, line), 16);
    from = line + 2 + size + 2;
    if (from > text.length) return undefined;
    if (size === 0) return from;
  }
}
