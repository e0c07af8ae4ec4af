/** How an upload stands; `sent` and `total` are bytes. */
export interface UploadState {
  readonly phase: 'sending' | 'paused' | 'waiting' | 'done' | 'failed';
  readonly sent: number;
  readonly total: number;
  /** Why it failed. */
  readonly sentence?: string;
}

/** Where the number of an unfinished upload is kept while the browser is closed; `localStorage` is one. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface UploaderOptions {
  readonly file: File;
  /** What the file is for; see `lib/work/kinds.ts`. */
  readonly queue: string;
  readonly onChange: (state: UploadState) => void;
  readonly memory: Memory;
  readonly fetch: typeof fetch;
}

/** Parts grow and shrink so that one takes a few seconds: what is sent is known, and a broken one costs little. */
const leastPart = 256 * 1024;
const mostPart = 8 * 1024 * 1024;
const [shortMs, longMs] = [1500, 6000];
/** The pauses before it is tried again, in milliseconds. */
const [leastPause, mostPause] = [500, 15_000];

/** A refusal that trying again would not change. */
class Refused extends Error {
  override name = 'Refused';
  /** Whether the upload can go on later. */
  readonly isOver: boolean;

  constructor(sentence: string, isOver = true) {
    super(sentence);
    this.isOver = isOver;
  }
}

/** Sends a file in parts, and goes on where it stood when the connection, or the browser, was away. */
export class Uploader {
  readonly #options: UploaderOptions;
  #id: string | undefined;
  #sent = 0;
  #part = leastPart;
  #control = new AbortController();

  constructor(options: UploaderOptions) {
    this.#options = options;
  }

  /** Begins, or goes on. Resolves with the upload's id when all was sent, with undefined when it was paused or refused. */
  async send(): Promise<string | undefined> {
    this.#control = new AbortController();
    const { signal } = this.#control;
    for (let pause = leastPause; ; pause = Math.min(mostPause, 2 * pause)) {
      const before = this.#sent;
      try {
        const id = await this.#sendAll(signal);
        this.#options.memory.removeItem(this.#memoryKey());
        this.#tell('done');
        return id;
      } catch (fault) {
        if (signal.aborted) return undefined;
        if (fault instanceof Refused) {
          if (fault.isOver) this.#options.memory.removeItem(this.#memoryKey());
          this.#tell('failed', fault.message);
          return undefined;
        }
      }
      if (this.#sent > before) pause = leastPause;
      this.#tell('waiting');
      if (!(await slept(pause, signal))) return undefined;
    }
  }

  /** Stops for the time being; `send` goes on. */
  pause(): void {
    this.#control.abort();
    this.#tell('paused');
  }

  /** Stops for good; what was sent is removed. */
  async cancel(): Promise<void> {
    this.#control.abort();
    this.#options.memory.removeItem(this.#memoryKey());
    // what cannot be removed now lapses after a day
    if (this.#id !== undefined) await this.#ask(this.#id, { method: 'DELETE' }).catch(() => undefined);
  }

  async #sendAll(signal: AbortSignal): Promise<string> {
    const id = await this.#begin(signal);
    const { file } = this.#options;
    signal.throwIfAborted();
    this.#tell('sending');
    while (this.#sent < file.size) {
      const startedAt = performance.now();
      const answer = await this.#ask(id, {
        method: 'PATCH',
        headers: { 'Upload-Offset': String(this.#sent), 'Content-Type': 'application/offset+octet-stream' },
        body: file.slice(this.#sent, this.#sent + this.#part),
        signal,
      });
      if (answer.status !== 409) await requireOk(answer);
      signal.throwIfAborted();
      const stands = Number(answer.headers.get('Upload-Offset') ?? Number.NaN);
      if (!(stands > this.#sent) && answer.status !== 409) throw new Error('Nothing of the part arrived.');
      this.#sent = stands;
      const tookMs = performance.now() - startedAt;
      if (tookMs < shortMs) this.#part = Math.min(mostPart, 2 * this.#part);
      if (tookMs > longMs) this.#part = Math.max(leastPart, this.#part / 2);
      this.#tell('sending');
    }
    return id;
  }

  /** The upload's id: the one that was begun here or before the browser was closed, or a new one. */
  async #begin(signal: AbortSignal): Promise<string> {
    const { file, queue, memory } = this.#options;
    const known = this.#id ?? memory.getItem(this.#memoryKey()) ?? undefined;
    if (known !== undefined) {
      const answer = await this.#ask(known, { method: 'HEAD', signal });
      if (answer.ok) {
        this.#sent = Number(answer.headers.get('Upload-Offset'));
        this.#id = known;
        return known;
      }
      if (answer.status !== 404) await requireOk(answer);
      if (this.#id !== undefined)
        throw new Refused('The server does not have this upload any more: choose the file again.');
    }
    const answer = await this.#options.fetch('/admin/uploads', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: file.name, bytes: file.size, queue }),
      signal,
    });
    await requireOk(answer);
    const { id } = (await answer.json()) as { id: string };
    this.#id = id;
    memory.setItem(this.#memoryKey(), id);
    return id;
  }

  #ask(id: string, init: RequestInit): Promise<Response> {
    return this.#options.fetch(`/admin/uploads/${id}`, init);
  }

  #memoryKey(): string {
    const { file, queue } = this.#options;
    return `watea-upload ${JSON.stringify([queue, file.name, file.size, file.lastModified])}`;
  }

  #tell(phase: UploadState['phase'], sentence?: string): void {
    this.#options.onChange({ phase, sent: this.#sent, total: this.#options.file.size, sentence });
  }
}

/** @throws Refused with the server's sentence; any other Error when it is worth trying again */
async function requireOk(answer: Response): Promise<void> {
  if (answer.ok) return;
  if (answer.status >= 500 && answer.status !== 507) throw new Error(`The server answered ${answer.status}.`);
  const body: unknown = await answer.json().catch(() => undefined);
  const told = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : undefined;
  if (answer.status === 401) throw new Refused(signedOut, false);
  throw new Refused(told ?? `The server refused the file (${answer.status}).`);
}

const signedOut =
  'You are not signed in any more. Please sign in and choose the file again: it goes on where it stood.';

/** @returns false when it was woken by the signal */
function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
