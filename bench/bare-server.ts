import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Bare `node:http`: sends the answers of a file in turn, with their status, headers and body, and does nothing else.
 * Argument: a file of JSON, a list of `{status, headers, body}` (body in base64). Prints its port.
 */
interface Stored {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const answers = (JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Stored[]).map(({ body, ...rest }) => ({
  ...rest,
  body: Buffer.from(body, 'base64'),
}));
let turn = 0;
const server = http.createServer((_incoming, outgoing) => {
  const { status, headers, body } = answers[turn++ % answers.length] as (typeof answers)[number];
  outgoing.writeHead(status, headers);
  outgoing.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
