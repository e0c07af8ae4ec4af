import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const webhookSecret = 'a secret of the webhook';

interface ReceivedCall {
  readonly isSigned: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Starts a receiver of webhooks for one test; it answers these statuses one after the other, then 200. */
export async function startWebhookServer(...statuses: number[]) {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    calls.push({ isSigned: isSigned(request, body), body: JSON.parse(body) as ReceivedCall['body'] });
    response.writeHead(statuses.shift() ?? 200, { Location: '/elsewhere' }).end('received');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=hidden`;
  return { calls, url, settings: { url, secret: webhookSecret } };
}

/** As docs/operate/alerts-by-mail.md describes it. */
function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['watea-signature'])) ?? [];
  const expected = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest();
  return given !== '' && timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
