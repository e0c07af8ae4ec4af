import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { logRequest } from '#server/process/log.ts';

/**
 * Bare `node:http`: sends the answers of a file in turn, with their status, headers and body, and logs a line for each
 * as the project's server does. It does nothing else.
 *
 * Arguments: a JSON file with a list of `{status, headers, body}`, headers as names and values in turn, body in base64;
 * and the number of workers, by default one process without workers. Prints its port.
 */
interface Stored {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

const [answersFile = '', workers = '1'] = process.argv.slice(2);
process.on('SIGTERM', () => process.exit(0));
if (cluster.isPrimary && workers !== '1') {
  let listening = 0;
  cluster.on('listening', (_worker, { port }) => {
    if (++listening === Number(workers)) process.stdout.write(`${port}\n`);
  });
  for (let count = 0; count < Number(workers); count++) cluster.fork();
} else serve();

function serve(): void {
  const answers = (JSON.parse(readFileSync(answersFile, 'utf8')) as Stored[]).map(({ body, ...rest }) => {
    const bytes = Buffer.from(body, 'base64');
    const isText = !rest.headers.some((name) => name.toLowerCase() === 'content-encoding') && bytes.length < 65_536;
    // Node sends short text faster than bytes: it goes out in one piece with the head
    return { ...rest, headers: [...rest.headers], body: isText ? bytes.toString('latin1') : bytes };
  });
  let turn = 0;
  const server = http.createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    const startedAt = performance.now();
    const { status, headers, body } = answers[turn++ % answers.length] as (typeof answers)[number];
    outgoing.on('close', () => {
      logRequest({
        id: '0123456789abcdef0123456789abcdef',
        method: incoming.method,
        path: incoming.url ?? '',
        status,
        ms: performance.now() - startedAt,
        caller: incoming.socket.remoteAddress ?? '',
        subject: undefined,
      });
    });
    outgoing.writeHead(status, headers);
    if (typeof body === 'string') outgoing.end(body, 'latin1');
    else outgoing.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    if (cluster.isPrimary) process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
}
