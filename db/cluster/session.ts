import type { Client, QueryResult } from 'pg';
import { Refusal } from '#lib/refusal.ts';

/** How long a server may be silent to a statement that waits for no lock, in milliseconds: people get an answer within a second. */
export const usualSilenceMs = 600;

/** One connection to PostgreSQL. After any fault that the server has not worded it is closed. */
export class Session {
  readonly silenceMs: number;
  readonly #client: Client;
  #isOpen = true;
  #warnings = 0;

  constructor(client: Client, silenceMs: number) {
    this.silenceMs = silenceMs;
    this.#client = client;
    client.on('error', () => this.close());
    client.on('end', () => this.close());
    client.on('notice', ({ severity }) => {
      if (severity === 'WARNING') this.#warnings++;
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  onNotification(listener: (payload: string) => void): void {
    this.#client.on('notification', ({ payload = '' }) => listener(payload));
  }

  onClose(listener: () => void): void {
    this.#client.once('end', listener);
    this.#client.once('error', listener);
  }

  /** @throws ServerError for what the server refuses; Refusal `cluster-away` when it does not answer within the time */
  async query(text: string, values: readonly unknown[] = [], withinMs = this.silenceMs): Promise<QueryResult> {
    return await this.#ask({ text, values: [...values] }, withinMs);
  }

  /** Several statements without values in one message. @returns the last one's rows */
  async script(text: string, withinMs = this.silenceMs): Promise<QueryResult> {
    const results: QueryResult | QueryResult[] = await this.#ask({ text }, withinMs);
    return Array.isArray(results) ? (results.at(-1) as QueryResult) : results;
  }

  /** @returns whether it is certain that the commit is on a standby, where one is required. @throws as `query` does */
  async commit(withinMs: number): Promise<boolean> {
    const before = this.#warnings;
    const { command } = await this.#ask({ text: 'COMMIT' }, withinMs);
    if (command !== 'COMMIT') throw new Refusal({ code: 'cluster-away' });
    // the wait for the standby was cancelled: the commit is on this server only, as far as is known
    return this.#warnings === before;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // a polite end would wait for a server that may be away
    const { connection } = this.#client as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }

  async #ask(query: object, withinMs: number): Promise<QueryResult> {
    if (!this.#isOpen) throw new Refusal({ code: 'cluster-away' });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      const refuse = () => reject(new Refusal({ code: 'cluster-away' }));
      // after work that kept the event loop, an answer that has arrived is read first
      timer = setTimeout(() => setImmediate(() => setImmediate(refuse)), withinMs);
    });
    try {
      const answer = this.#client.query(query as never) as unknown as Promise<QueryResult>;
      // what comes after the time is of no interest
      answer.catch(() => undefined);
      return await Promise.race([answer, tooLate]);
    } catch (fault) {
      if (!isWorded(fault) || endsSession(fault)) {
        this.close();
        throw new Refusal({ code: 'cluster-away' });
      }
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whether the server has answered with an error of its own. */
function isWorded(fault: unknown): fault is Error & { code: string } {
  return fault instanceof Error && 'severity' in fault && 'code' in fault;
}

/** Administrative shutdowns and faults of the connection (PostgreSQL, Appendix A, classes 57P, 08, 25P03, 25006, 53300). */
function endsSession({ code }: { code: string }): boolean {
  return /^(?:57P|08|25P03|25006|53300)/.test(code);
}

/** Whether the server gave up waiting for a row lock. */
export function isLockTimeout(fault: unknown): boolean {
  return isWorded(fault) && fault.code === '55P03';
}
