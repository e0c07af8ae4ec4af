import { type IncomingMessage, ServerResponse } from 'node:http';

/** A response that is kept in memory instead of being sent. */
export class CollectedResponse extends ServerResponse {
  readonly #chunks: Uint8Array[] = [];
  /** Resolves with the body when it is complete; rejects when the caller has gone first. */
  readonly body: Promise<Buffer>;
  #resolve: (body: Buffer) => void = () => undefined;
  #reject: (reason: Error) => void = () => undefined;

  constructor(incoming: IncomingMessage) {
    super(incoming);
    this.body = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return true;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.finished = true;
    this.#resolve(Buffer.concat(this.#chunks));
    this.emit('finish');
    this.emit('close');
    return this;
  }

  /** The head is read from the properties when the body is complete. */
  override flushHeaders(): void {}

  /** Stops the rendering: whoever asked has gone. */
  override destroy(): this {
    this.#reject(new Error('The caller has gone.'));
    this.emit('close');
    return this;
  }
}
