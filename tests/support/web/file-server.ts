import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a server does with one request instead of answering it. */
type Misbehaviour =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | 'break'
  | 'whole';

export interface FileServer {
  readonly address: string;
  /** The ranges that were asked for. */
  readonly asked: { readonly offset: number; readonly length: number }[];
  /** How many bytes they have together. */
  askedBytes(): number;
  etag: string | undefined;
  /** @param number of the request, from 1 on, since this was set */
  misbehave(how: (number: number) => Misbehaviour | undefined): void;
  /** Drops all connections, and answers again as it should, with empty records. */
  restart(): Promise<void>;
}

/**
 * Starts a server of one file for one test, which behaves as object storage does: ranges, `If-Match`, an ETag. `/moved` redirects
 * to the file.
 */
export async function startFileServer(path: string, etag: string | undefined = '"one"'): Promise<FileServer> {
  const fileSize = statSync(path).size;
  let how: (number: number) => Misbehaviour | undefined = () => undefined;
  let requests = 0;
  const server = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { Location: '/world.pmtiles' }).end();
    requests++;
    const [, first = '0', last = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = [Number(first), Number(last)];
    found.asked.push({ offset: start, length: end - start + 1 });
    return answer(request, response, { start, end: Math.min(end, fileSize - 1) }, how(requests));
  });
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    { start, end }: { readonly start: number; readonly end: number },
    misbehaviour: Misbehaviour | undefined,
  ) => {
    if (misbehaviour === 'whole') return response.writeHead(200).end('all of it');
    if (misbehaviour !== 'break' && misbehaviour !== undefined)
      return response.writeHead(misbehaviour.status, misbehaviour.headers).end();
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== found.etag) return response.writeHead(412).end();
    response.writeHead(206, {
      'Content-Range': `bytes ${start}-${end}/${fileSize}`,
      'Content-Length': end - start + 1,
      'Last-Modified': 'Thu, 26 Nov 2026 10:00:00 GMT',
      ...(found.etag === undefined ? {} : { ETag: found.etag }),
    });
    // half of what was promised, and then nothing
    const until = misbehaviour === 'break' ? Math.floor((start + end) / 2) : end;
    const bytes = createReadStream(path, { start, end: until });
    if (misbehaviour !== 'break') return bytes.pipe(response);
    bytes.pipe(response, { end: false });
    return bytes.on('end', () => response.write('', () => request.socket.destroy()));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const found: FileServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pmtiles`,
    asked: [],
    askedBytes: () => found.asked.reduce((sum, { length }) => sum + length, 0),
    etag,
    misbehave(next) {
      how = next;
      requests = 0;
    },
    async restart() {
      const { port } = server.address() as AddressInfo;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      found.misbehave(() => undefined);
      found.asked.length = 0;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
  return found;
}
