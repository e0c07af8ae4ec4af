/** The state of an upload; `sent` and `total` are bytes. */
export interface UploadState {
  readonly phase: 'sending' | 'paused' | 'waiting' | 'done' | 'failed';
  readonly sent: number;
  readonly total: number;
  /** Why it failed. */
  readonly sentence?: string;
}

/** Remembers the id of an unfinished upload while the browser is closed, as `localStorage` does. */
export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface UploaderOptions {
  readonly file: File;
  /** The queue of the jobs that the file is for; see `lib/jobs/kinds.ts`. */
  readonly queue: string;
  readonly onChange: (state: UploadState) => void;
  readonly memory: Memory;
  readonly fetch: typeof fetch;
  /** Waits before another attempt. @returns false when the signal aborted it */
  readonly pauseFor?: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

/** Parts grow and shrink to take a few seconds each: progress is visible, and a broken part costs little. In bytes. */
const leastPart = 256 * 1024;
const mostPart = 8 * 1024 * 1024;
const [shortMs, longMs] = [1500, 6000];
/** How long to wait before the next attempt, in milliseconds. */
const [leastPause, mostPause] = [500, 15_000];

/** A refusal that another attempt would not change. */
class Refused extends Error {
  override name = 'Refused';
  /** Whether the upload cannot be resumed later either. */
  readonly isFinal: boolean;

  constructor(sentence: string, isFinal = true) {
    super(sentence);
    this.isFinal = isFinal;
  }
}

/** Sends a file in parts, and resumes after a broken connection or a closed browser. */
export class Uploader {
  readonly #options: UploaderOptions;
  #id: string | undefined;
  #sent = 0;
  #part = leastPart;
  #control = new AbortController();

  constructor(options: UploaderOptions) {
    this.#options = options;
  }

  /** Starts or resumes. @returns the upload's id when all of it was sent; undefined when it was paused or refused */
  async send(): Promise<string | undefined> {
    this.#control = new AbortController();
    const { signal } = this.#control;
    for (let pause = leastPause; ; pause = Math.min(mostPause, 2 * pause)) {
      const before = this.#sent;
      try {
        const id = await this.#sendAll(signal);
        this.#options.memory.removeItem(this.#memoryKey());
        this.#show('done');
        return id;
      } catch (fault) {
        if (signal.aborted) return undefined;
        if (fault instanceof Refused) {
          if (fault.isFinal) this.#options.memory.removeItem(this.#memoryKey());
          this.#show('failed', fault.message);
          return undefined;
        }
      }
      if (this.#sent > before) pause = leastPause;
      this.#show('waiting');
      if (!(await (this.#options.pauseFor ?? pauseFor)(pause, signal))) return undefined;
    }
  }

  /** Stops for now; `send` resumes. */
  pause(): void {
    this.#control.abort();
    this.#show('paused');
  }

  /** Stops permanently; what was sent is removed. */
  async cancel(): Promise<void> {
    this.#control.abort();
    this.#options.memory.removeItem(this.#memoryKey());
    // the server removes what is left after a day
    if (this.#id !== undefined) await this.#ask(this.#id, { method: 'DELETE' }).catch(() => undefined);
  }

  async #sendAll(signal: AbortSignal): Promise<string> {
    const id = await this.#start(signal);
    const { file } = this.#options;
    signal.throwIfAborted();
    this.#show('sending');
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
      const received = Number(answer.headers.get('Upload-Offset') ?? Number.NaN);
      if (!(received > this.#sent) && answer.status !== 409) throw new Error('Nothing of the part arrived.');
      this.#sent = received;
      const tookMs = performance.now() - startedAt;
      if (tookMs < shortMs) this.#part = Math.min(mostPart, 2 * this.#part);
      if (tookMs > longMs) this.#part = Math.max(leastPart, this.#part / 2);
      this.#show('sending');
    }
    return id;
  }

  /** The id of the upload that was started here or before the browser was closed, or of a new one. */
  async #start(signal: AbortSignal): Promise<string> {
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
      if (this.#id !== undefined) throw new Refused('The server no longer has this upload: choose the file again.');
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

  #show(phase: UploadState['phase'], sentence?: string): void {
    this.#options.onChange({ phase, sent: this.#sent, total: this.#options.file.size, sentence });
  }
}

/** @throws Refused with the server's sentence; any other Error if another attempt may succeed */
async function requireOk(answer: Response): Promise<void> {
  if (answer.ok) return;
  // the limit of unfinished uploads is 429 too, but waiting does not change it
  const isTooFast = answer.status === 429 && answer.headers.has('Retry-After');
  const isOutage = answer.status >= 500 && answer.status !== 507;
  if (isTooFast || isOutage) throw new Error(`The server answered ${answer.status}.`);
  const body: unknown = await answer.json().catch(() => undefined);
  const sentence = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : undefined;
  if (answer.status === 401) throw new Refused(signedOut, false);
  throw new Refused(sentence ?? `The server refused the file (${answer.status}).`);
}

const signedOut =
  'You are no longer signed in. Sign in and choose the file again: the upload resumes where it stopped.';

/** @returns false when the signal aborted it */
function pauseFor(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
