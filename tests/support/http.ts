import http from 'node:http';
import net from 'node:net';
import { reportLongWait } from './wait-until.ts';

/** A request as sent: the target and the headers are written exactly as given. */
export interface Asked {
  readonly target: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** The loopback address to send from; 127.0.0.1 if omitted. */
  readonly from?: string;
}

export interface Answered {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: Buffer;
}

/** Sends a request to `port` on loopback. */
export function ask(port: number, { target, method, headers, body, from }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path: target,
        method: method ?? 'GET',
        headers: { ...lengthOf(body, headers), ...headers } as http.OutgoingHttpHeaders,
        localAddress: from ?? '127.0.0.1',
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [
                name,
                Array.isArray(value) ? value.join(', ') : String(value),
              ]),
            ),
            body: bytes.toString(),
            bytes,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Node's client sends the body of a GET without announcing it. */
function lengthOf(body: Asked['body'], headers: Asked['headers'] = {}): Record<string, string> {
  const isChunked = Object.keys(headers).some((name) => name.toLowerCase() === 'transfer-encoding');
  return body === undefined || isChunked ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
}

/** Sends raw bytes and returns all bytes received until the server closes the connection: the last request must have it do so. */
export function sendRaw(port: number, text: string | Buffer, { from = '127.0.0.1' } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: from });
    let received = '';
    const endReport = reportLongWait(
      () => `the end of a connection; received ${JSON.stringify(received.slice(0, 500))}`,
    );
    const done = () => {
      endReport();
      socket.destroy();
      resolve(received);
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('end', done);
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      if (received !== '') return done();
      endReport();
      reject(fault);
    });
    socket.write(text);
  });
}
