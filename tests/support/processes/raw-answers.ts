import net from 'node:net';
import type { Answered } from '#tests/support/http.ts';
import { reportLongWait } from '#tests/support/wait-until.ts';

/**
 * Parses consecutive answers from what a server sent (latin1, as `sendRaw` returns it). Interim answers
 * such as `100 Continue` have no body. Bodies are decoded as UTF-8.
 */
export function readAnswers(received: string): Answered[] {
  const answers: Answered[] = [];
  let rest = received;
  while (rest !== '') {
    const headEnd = rest.indexOf('\r\n\r\n');
    const head = /^HTTP\/1\.1 (\d{3}) /.exec(rest);
    if (headEnd === -1 || head === null) throw new Error(`This is no answer: ${rest.slice(0, 200)}`);
    const headers: Record<string, string> = {};
    for (const line of rest.slice(0, headEnd).split('\r\n').slice(1)) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      const value = line.slice(colon + 1).trim();
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    }
    const status = Number(head[1]);
    const { body, end } = readBody(rest, headEnd + 4, status, headers);
    const bytes = Buffer.from(body, 'latin1');
    answers.push({ status, headers, body: bytes.toString(), bytes });
    rest = rest.slice(end);
  }
  return answers;
}

function readBody(text: string, start: number, status: number, headers: Record<string, string>) {
  if (status < 200 || status === 204 || status === 304) return { body: '', end: start };
  if (headers['transfer-encoding'] === 'chunked') return readChunks(text, start);
  const end = start + Number(headers['content-length'] ?? text.length - start);
  return { body: text.slice(start, end), end };
}

function readChunks(text: string, start: number) {
  let body = '';
  let at = start;
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error(`This is no chunk: ${text.slice(at, at + 40)}`);
    const from = lineEnd + 2;
    if (size === 0) return { body, end: from + 2 };
    body += text.slice(from, from + size);
    at = from + size + 2;
  }
}

/** A connection on which a test writes at any time and waits for answers. */
export interface Conversation {
  write(text: string | Buffer): void;
  /** Waits until everything received so far matches, and returns it. Fails when the server closes the connection before. */
  until(pattern: RegExp): Promise<string>;
  /** Waits until the server has closed the connection, and returns everything received. */
  closed(): Promise<string>;
  received(): string;
  end(): void;
}

/** Opens a connection to a server on loopback. */
export async function converse(port: number, from = '127.0.0.1'): Promise<Conversation> {
  const socket = net.connect({ host: '127.0.0.1', port, localAddress: from });
  let received = '';
  let isClosed = false;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    tell();
  });
  socket.on('close', () => {
    isClosed = true;
    tell();
  });
  // `closed` also reports a connection that the server resets
  socket.on('error', tell);
  const wait = (isThere: () => boolean, what: string) =>
    new Promise<string>((resolve, reject) => {
      const beginning = () => JSON.stringify(received.slice(0, 500));
      const endReport = reportLongWait(() => `${what}; received ${beginning()}`);
      const look = () => {
        if (!isThere() && !isClosed) return;
        endReport();
        listeners.delete(look);
        if (isThere()) resolve(received);
        else reject(new Error(`The connection was closed before ${what}; received ${beginning()}`));
      };
      listeners.add(look);
      look();
    });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    write: (text) => void socket.write(text),
    until: (pattern) => wait(() => pattern.test(received), String(pattern)),
    closed: () => wait(() => isClosed, 'the end'),
    received: () => received,
    end: () => socket.destroy(),
  };
}
