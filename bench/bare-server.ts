import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';

/**
 * Bare `node:http`: sends the answers of a file in turn, with their status, headers and body, logs a line for each, and
 * does nothing else.
 *
 * Arguments: a file of JSON, a list of `{status, headers, body}` (body in base64), and `silent` for one that logs
 * nothing. Prints its port.
 */
interface Stored {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const answers = (JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Stored[]).map(({ body, ...rest }) => {
  const bytes = Buffer.from(body, 'base64');
  // Node sends short text faster than bytes: it goes out in one piece with the head
  return { ...rest, body: bytes.length < 65_536 && !rest.headers['content-encoding'] ? bytes.toString() : bytes };
});
const level = process.argv[3] === 'silent' ? 'silent' : 'info';
// the project's own settings of its log
const log = pino({ level, base: { pid: process.pid } }, pino.destination({ dest: 1, sync: false, minLength: 4096 }));
let turn = 0;
const server = http.createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
  const startedAt = performance.now();
  const { status, headers, body } = answers[turn++ % answers.length] as (typeof answers)[number];
  outgoing.on('close', () => {
    log.info({
      id: headers['x-request-id'],
      method: incoming.method,
      path: incoming.url,
      status,
      ms: performance.now() - startedAt,
      caller: incoming.socket.remoteAddress,
    });
  });
  outgoing.writeHead(status, headers);
  outgoing.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
