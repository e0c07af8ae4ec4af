import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ParserFault } from './node-refusals.ts';
import type { WatchedResponse } from './request-end.ts';

/** The most requests of one connection in work (B11). */
export const mostInWork = 16;

/** What `onIncoming` returns to stop Node's parser behind the head of a request: `HPE_PAUSED` of llhttp. */
const stopHere = 21;

/** What Node's HTTP server adds to a socket, and does not document. `_paused`: nothing may be read from it. */
interface Parsed {
  readonly parser: {
    onIncoming: (incoming: IncomingMessage, keepAlive: boolean) => number;
    resume(): void;
  } | null;
  _paused: boolean;
}

/**
 * The requests of one connection. Node's parser would hand over every request of a packet at once, 2,000 of 29 bytes.
 * This stops it at the bound, in the middle of a packet if need be: the rest of the packet waits as bytes, and nothing
 * more is read until a request has been answered. So pipelining costs the pipeliner, and not the memory of the server.
 */
export class Pipeline {
  readonly #socket: Socket & Parsed;
  #inWork = 0;
  /** What is still to be parsed of the last packet; undefined while the connection is read. */
  #rest: Buffer | undefined;
  #isGoingOn = false;

  constructor(socket: Socket) {
    const own = socket as unknown as Socket & Parsed;
    this.#socket = own;
    const { parser } = own;
    if (parser === null) return;
    const take = parser.onIncoming;
    parser.onIncoming = (incoming, keepAlive) => {
      const next = take(incoming, keepAlive);
      return next === 0 && this.#inWork >= mostInWork ? stopHere : next;
    };
    // Node resumes reading itself when an answer has left
    own.on('resume', () => {
      if (own.writableEnded) this.#rest = undefined;
      else if (this.#rest !== undefined) this.#stopReading();
    });
  }

  /** Whether the connection waits for an answer before it is read on. */
  get isHeld(): boolean {
    return this.#rest !== undefined;
  }

  begin(outgoing: WatchedResponse): void {
    outgoing.pipeline = this;
    this.#inWork++;
  }

  /** Called when a request has been answered, or cannot be. */
  end(): void {
    this.#inWork--;
    if (this.#rest === undefined || this.#isGoingOn) return;
    this.#isGoingOn = true;
    // in a later turn, so that others are read before
    setImmediate(() => this.#goOn());
  }

  /** Keeps the rest of a packet when `fault` says that the parser has stopped at the bound; false for other faults. */
  hold({ code, rawPacket, bytesParsed }: ParserFault): boolean {
    if (code !== 'HPE_PAUSED' || rawPacket === undefined) return false;
    // after the last answer, what comes is read and discarded
    if (this.#socket.writableEnded) return true;
    this.#rest = rawPacket.subarray(bytesParsed);
    this.#stopReading();
    return true;
  }

  #stopReading(): void {
    this.#socket._paused = true;
    this.#socket.pause();
  }

  #goOn(): void {
    this.#isGoingOn = false;
    const rest = this.#rest;
    const { parser } = this.#socket;
    if (rest === undefined || parser === null || this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#rest = undefined;
    this.#socket._paused = false;
    parser.resume();
    // as Node does with a packet that it has not parsed in native code; it may stop at the bound again
    this.#socket.emit('data', rest);
    if (!this.#socket._paused) this.#socket.resume();
  }
}
