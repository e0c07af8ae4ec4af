import type { IncomingMessage, Server } from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { callerReader } from '#lib/access/caller.ts';
import { settings } from '#lib/env.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import type { NextApp } from './next-app.ts';
import type { PagesAddress } from './pages-address.ts';
import { establishedHeaders, isPrivateHeader, takeEstablished } from './private-headers.ts';

/** In development: passes the WebSockets through which browsers reload pages on to the pages process. */
export function handUpgradesOver(server: Server, { socketPath, secret }: PagesAddress): void {
  const readCaller = callerReader(settings().trustedProxies);
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const caller = readCaller(incoming.socket.remoteAddress, incoming.rawHeaders);
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    const headers = establishedHeaders(secret, { caller, requestId: requestIdOf(undefined) });
    for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
      const [name = '', value = ''] = incoming.rawHeaders.slice(at, at + 2);
      if (!isPrivateHeader(name)) headers.push(name, value);
    }
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    const upstream = net.connect(socketPath);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
}

/** The other end: has Next answer upgrades that have the secret. */
export function passUpgradesOn(server: Server, { upgrades }: NextApp, secret: string): void {
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (takeEstablished(incoming, secret) === undefined) socket.destroy();
    else upgrades.emit('upgrade', incoming, socket, head);
  });
}
