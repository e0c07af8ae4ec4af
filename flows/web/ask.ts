import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, machineNow } from '#lib/clock.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { outgoingFetch } from '#lib/outgoing-fetch.ts';
import { type Reason, Refusal } from '#lib/refusal.ts';
import { isPassing, longestPauseMs, mostAttempts, mostLookUps, pauseMs } from '#lib/web/patience.ts';

/** A request to another server. */
interface WebRequest {
  readonly address: string;
  /** How messages name it: without a key that the address has. */
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest silence before the connection counts as broken, in milliseconds. */
  readonly silentMs?: number;
}

/** How a process waits for another server. */
export interface Patience {
  /** Waits before another attempt, because of `obstacle`; fails when the signal is aborted. */
  readonly wait: (ms: number, obstacle: Reason, signal?: AbortSignal) => Promise<void>;
  /** The clock by which servers say until when. */
  readonly clock: Clock;
}

/** How a process asks another server. */
export interface WebAccess extends Patience {
  /** Aborted when there is no need for an answer any longer. */
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body has not been read. */
export interface WebAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A connection that could not be made, or that broke: worth another attempt. */
export class BrokenConnection extends Error {
  override name = 'BrokenConnection';

  /** Whether no address is known for the server's name, which passes less often than other faults. */
  get isUnknownHost(): boolean {
    const { cause } = (this.cause ?? {}) as { readonly cause?: NodeJS.ErrnoException };
    return cause?.code === 'ENOTFOUND' || cause?.code === 'EAI_AGAIN';
  }
}

function hostOf(address: string): string {
  return new URL(address).host;
}

function nameWithHost(name: string, address: string): string {
  const host = hostOf(address);
  return name.includes(host) ? name : `${name} (${host})`;
}

const usualSilenceMs = 30_000;

/**
 * Asks another server, and again after a pause while it is busy, out of reach, or breaks off. It follows redirects.
 *
 * @param take reads the answer; what it throws is thrown here, a `BrokenConnection` after the last attempt only, as a Refusal
 * @throws Refusal when the server cannot be read
 */
export async function askWeb<T>(
  request: WebRequest,
  access: WebAccess,
  take: (answer: WebAnswer) => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    const { taken, failed } = await attempt(request, access, take);
    if (failed === undefined) return taken as T;
    const pause = pauseMs(attempts, failed.retryAfter, access.clock());
    if (attempts >= attemptsFor(failed.reason) || pause > longestPauseMs) throw new Refusal(failed.reason);
    await access.wait(pause, failed.reason, access.signal);
  }
}

function attemptsFor({ code }: Reason): number {
  return code === 'web-unknown-host' ? mostLookUps : mostAttempts;
}

interface Attempt<T> {
  readonly taken?: T;
  readonly failed?: { readonly reason: Reason; readonly retryAfter: string | null };
}

async function attempt<T>(
  { address, name, headers = {}, silentMs = usualSilenceMs }: WebRequest,
  { signal }: WebAccess,
  take: (answer: WebAnswer) => Promise<T>,
): Promise<Attempt<T>> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error(`silent for ${silentMs / 1000} s`)), silentMs);
  const signals = signal === undefined ? [silence.signal] : [silence.signal, signal];
  try {
    const response = await connected(address, headers, AbortSignal.any(signals));
    const { status } = response;
    if (isPassing(status)) {
      const reason: Reason = { code: 'web-answered', address: nameWithHost(name, address), status };
      return { failed: { reason, retryAfter: response.headers.get('retry-after') } };
    }
    const body = heard(response, () => timer.refresh());
    return { taken: await take({ status, headers: response.headers, body }) };
  } catch (fault) {
    signal?.throwIfAborted();
    if (!(fault instanceof BrokenConnection)) throw fault;
    const reason: Reason = fault.isUnknownHost
      ? { code: 'web-unknown-host', host: hostOf(address), cause: fault.message }
      : { code: 'web-unreachable', address: nameWithHost(name, address), cause: fault.message };
    return { failed: { reason, retryAfter: null } };
  } finally {
    clearTimeout(timer);
    // closes what was not read to its end
    silence.abort();
  }
}

async function connected(address: string, headers: WebRequest['headers'], signal: AbortSignal): Promise<Response> {
  try {
    return await outgoingFetch()(address, { headers: { 'User-Agent': 'Watea', ...headers }, signal });
  } catch (fault) {
    throw new BrokenConnection(causeOf(fault), { cause: fault });
  }
}

async function* heard({ body }: Response, onBytes: () => void): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((fault: unknown) => {
      throw new BrokenConnection(causeOf(fault), { cause: fault });
    });
    if (done) return;
    onBytes();
    yield value;
  }
}

/** Longer answers than this are no lists, in bytes. */
const mostJsonBytes = 10_000_000;

/** Reads a short answer as JSON; undefined if it is not JSON, or its status is not 200. */
export async function readJson({ status, body }: WebAnswer): Promise<unknown> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > mostJsonBytes) return undefined;
  }
  if (status !== 200) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` hides the fault of the connection in the cause of its own. */
function causeOf(fault: unknown): string {
  const { message, cause } = fault as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

const showEveryMs = 250;

/** Waits by the machine's clock, and shows which server is waited for, why, and how long, so that a person can cancel it. */
export function patienceShown(onProgress: ShowProgress): Patience {
  const wait: Patience['wait'] = async (ms, obstacle, signal) => {
    for (let left = ms; left > 0; left -= showEveryMs) {
      onProgress('wait-for-server', Math.ceil(left / 1000), 0, obstacle);
      await sleep(Math.min(left, showEveryMs), undefined, { signal });
    }
  };
  return { wait, clock: machineNow };
}
