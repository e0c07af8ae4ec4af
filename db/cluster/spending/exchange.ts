import type { Servers } from '#db/cluster/primary.ts';
import type { Session } from '#db/cluster/session.ts';
import type { SecondCount, SharedCounts } from '#lib/access/limit/shares.ts';
import { DayCounts, type SpentToday } from './day-counts.ts';
import { WindowCounts } from './window-counts.ts';

/** Exchanges with the other nodes what limits have counted, beside the log. All throw a Refusal when PostgreSQL is away. */
export class SpendingExchange {
  readonly #servers: Servers;
  readonly #accounts: DayCounts;
  readonly #visitors: DayCounts;
  readonly #seconds: WindowCounts;
  readonly #refusals: WindowCounts;
  #session: Session | undefined;

  constructor(servers: Servers, node: string) {
    this.#servers = servers;
    this.#accounts = new DayCounts('accounts', node);
    this.#visitors = new DayCounts('visitors', node);
    this.#seconds = new WindowCounts('second', node);
    this.#refusals = new WindowCounts('refusals', node);
  }

  /**
   * What keys and registrars have spent on this node on a day before, as it stored it.
   *
   * @param day its id, such as `2026-11-23`
   */
  async own(day: string): Promise<SpentToday[]> {
    return await this.#accounts.own(await this.#ready(), day);
  }

  /**
   * Stores what keys and registrars have spent here on a day; rows that could not be stored are to be given again.
   *
   * @returns what all other nodes together have spent, of the subjects for which that has changed since the last time
   */
  async exchange(day: string, rows: readonly SpentToday[]): Promise<SpentToday[]> {
    return await this.#accounts.exchange(await this.#ready(), day, rows);
  }

  /** The same of visitors. */
  async exchangeVisitors(day: string, rows: readonly SpentToday[]): Promise<SpentToday[]> {
    return await this.#visitors.exchange(await this.#ready(), day, rows);
  }

  /**
   * Stores what this node has spent in seconds that have ended.
   *
   * @param second the present one
   * @returns what all nodes have
   */
  async exchangeSeconds(second: number, counts: readonly SecondCount[]): Promise<SharedCounts> {
    return await this.#seconds.exchange(await this.#ready(), second, counts);
  }

  /** The same of refusals, whose windows take ten seconds. */
  async exchangeRefusals(window: number, counts: readonly SecondCount[]): Promise<SharedCounts> {
    return await this.#refusals.exchange(await this.#ready(), window, counts);
  }

  close(): void {
    this.#session?.close();
  }

  async #ready(): Promise<Session> {
    if (this.#session?.isOpen !== true) this.#session = await this.#servers.connect();
    return this.#session;
  }
}
