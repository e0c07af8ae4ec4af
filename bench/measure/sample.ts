import http from 'node:http';
import type { Requests } from '#bench/contest/requests.ts';

/** Headers that `node:http` adds by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** The exact status, headers and body of the answers to some requests, for bare `node:http` to send. */
export async function sampleAnswers(port: number, { targets, headers = {}, bodies }: Requests, most: number) {
  const answers = [];
  for (const [place, path] of targets.slice(0, most).entries()) {
    const answered = await ask(port, path, headers, bodies?.[place]);
    const own = answered.headers.flatMap((name, at, all) =>
      at % 2 === 0 && !ownHeaders.has(name.toLowerCase()) ? [name, all[at + 1] ?? ''] : [],
    );
    answers.push({ status: answered.status, headers: own, body: answered.body.toString('base64') });
  }
  return answers;
}

/** Asks once. `headers` come back as names and values in turn. */
export function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<{ status: number; headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
