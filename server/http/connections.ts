import type { Duplex } from 'node:stream';
import { endGently, endGentlyAfterLast } from './request-body.ts';
import type { WatchedResponse } from './request-end.ts';

/** How long a stopping server has for everything that it has accepted, in milliseconds; the stop itself has ten seconds. */
const drainWithinMs = 9200;
/** How long an idle connection may still send a request, in milliseconds: one may be on its way. */
const idleMs = 2000;
/** How long the last of several requests sent together waits for another one, in milliseconds. */
const pipelinedMs = 50;
const checkEveryMs = 50;

interface Connection {
  /** The response to the latest request. */
  latest: WatchedResponse | undefined;
  /** Since when it has been seen idle, of `performance.now()`. */
  idleSince: number | undefined;
}

/** The connections of a server, and how they end without a request being lost. */
export class Connections {
  readonly #open = new Map<Duplex, Connection>();
  /** Responses that close their connection only because the server stops. */
  readonly #last = new WeakSet<WatchedResponse>();
  #isDraining = false;

  add(socket: Duplex): void {
    this.#open.set(socket, { latest: undefined, idleSince: undefined });
    socket.once('close', () => this.#open.delete(socket));
    if (this.#isDraining) endGentlyAfterLast(socket);
  }

  latestOf(socket: Duplex): WatchedResponse | undefined {
    return this.#open.get(socket)?.latest;
  }

  /** Serves a request; while the server stops, the last one sent on a connection closes it. */
  serve(outgoing: WatchedResponse, serveNow: () => void): void {
    const { socket } = outgoing.req;
    const connection = this.#open.get(socket);
    const previous = connection?.latest;
    if (connection !== undefined) connection.latest = outgoing;
    if (!this.#isDraining) {
      serveNow();
      return;
    }
    if (previous !== undefined && this.#last.has(previous)) {
      // what follows an answer with `Connection: close` is not answered (RFC 9112, 9.6)
      if (previous.headersSent) {
        outgoing.req.resume();
        return;
      }
      this.#last.delete(previous);
      previous.shouldKeepAlive = true;
    }
    const serveLater = () => {
      this.#closeAfter(outgoing);
      serveNow();
    };
    if (isPending(previous)) setTimeout(serveLater, pipelinedMs);
    else setImmediate(serveLater);
  }

  /**
   * Answers what callers have sent and ends every connection: after an answer with `Connection: close`, or when it was
   * idle for a moment. Resolves when no connection is left, in less than ten seconds.
   */
  drain(): Promise<void> {
    this.#isDraining = true;
    const endsAt = performance.now() + drainWithinMs;
    for (const [socket, { latest }] of this.#open) {
      endGentlyAfterLast(socket);
      if (latest !== undefined && isPending(latest) && !latest.headersSent) this.#closeAfter(latest);
    }
    return new Promise((resolve) => {
      const check = () => {
        const now = performance.now();
        for (const [socket, connection] of this.#open) {
          if (now >= endsAt) socket.destroy();
          else endIfIdle(socket, connection, now);
        }
        if (this.#open.size > 0) return;
        clearInterval(checking);
        resolve();
      };
      const checking = setInterval(check, checkEveryMs);
      check();
    });
  }

  /** Closes the connection after this response, unless it is known that more was sent. */
  #closeAfter(outgoing: WatchedResponse): void {
    const { socket } = outgoing.req;
    if (this.latestOf(socket) !== outgoing || !outgoing.shouldKeepAlive || socket.isPaused()) return;
    outgoing.shouldKeepAlive = false;
    this.#last.add(outgoing);
  }
}

function isPending(response: WatchedResponse | undefined): boolean {
  return response !== undefined && response.bytesReadAtEnd === undefined;
}

function endIfIdle(socket: Duplex, connection: Connection, now: number): void {
  if (!isIdle(socket, connection)) connection.idleSince = undefined;
  else {
    connection.idleSince ??= now;
    if (now - connection.idleSince >= idleMs && !socket.writableEnded) endGently(socket);
  }
}

/** Whether nothing was read since the last answer: not even half a request is on its way. */
function isIdle(socket: Duplex & { readonly bytesRead?: number }, { latest }: Connection): boolean {
  return !isPending(latest) && socket.bytesRead === (latest?.bytesReadAtEnd ?? 0);
}
