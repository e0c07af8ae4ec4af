import net from 'node:net';

/** An answer, or undefined if the connection ended before it was complete. */
export type OnAnswer = (answer: { readonly status: number; readonly body: string } | undefined) => void;

/** After how many answers a client connects again, so that a worker that replaced another gets its share. */
const answersEach = 3000;

/** One connection that is kept alive, with one request at a time. It connects again when it has ended. */
export class Connection {
  readonly #port: number;
  readonly #onFree: (free: Connection) => void;
  #socket: net.Socket | undefined;
  #received = '';
  #onAnswer: OnAnswer | undefined;
  #isStopped = false;
  #left = answersEach;

  /** `onFree` is called whenever a request can be sent. */
  constructor(port: number, onFree: (free: Connection) => void) {
    this.#port = port;
    this.#onFree = onFree;
    this.#connect();
  }

  ask(target: string, onAnswer: OnAnswer): void {
    this.#onAnswer = onAnswer;
    this.#socket?.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.destroy();
  }

  #connect(): void {
    const socket = net.connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    this.#socket = socket;
    this.#received = '';
    this.#left = answersEach;
    socket.setEncoding('latin1');
    socket.on('connect', () => this.#onFree(this));
    socket.on('data', (text: string) => this.#take(text));
    // the end follows
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#answer(undefined);
      if (!this.#isStopped) setTimeout(() => this.#connect(), 10);
    });
  }

  #take(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < headEnd + 4 + length) return;
    const body = this.#received.slice(headEnd + 4);
    this.#received = '';
    const isEnding = /\r\nconnection: close/i.test(head);
    this.#answer({ status: Number(head.slice(9, 12)), body });
    if (--this.#left === 0) this.#socket?.end();
    else if (!isEnding && !this.#isStopped) this.#onFree(this);
  }

  #answer(answer: Parameters<OnAnswer>[0]): void {
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    onAnswer?.(answer);
  }
}
