import { setTimeout as sleep } from 'node:timers/promises';
import { serversOf } from '#lib/cluster/cluster-settings.ts';
import { Refusal } from '#lib/refusal.ts';
import { Session, usualSilenceMs } from './session.ts';

/** How long connecting may take, in milliseconds: with TLS it is six ways there and back. */
const connectMs = 5000;

/** How long the others may take once one server has answered that it is the primary, in milliseconds. */
const othersMs = 100;

/** Finds the primary among the servers of a cluster. */
export class Servers {
  readonly silenceMs: number;
  readonly #urls: readonly string[];
  readonly #node: string;
  /** The newest timeline seen: an old primary that wakes up after a promotion has an older one. */
  #timeline = 0;

  /** @param silenceMs how long a server may be silent, in milliseconds */
  constructor(urls: string, node: string, silenceMs = usualSilenceMs) {
    this.#urls = serversOf(urls);
    this.#node = node;
    this.silenceMs = silenceMs;
  }

  /**
   * Asks all servers at once. Of two that take themselves for the primary, the one that was promoted last is it.
   *
   * @throws Refusal `cluster-away` unless one answers in time that it is the primary
   */
  async connect(): Promise<Session> {
    const found: Candidate[] = [];
    let best: Candidate | undefined;
    const tries = this.#urls.map(async (url) => {
      const candidate = await this.#tryPrimary(url);
      // too late for this time
      if (best !== undefined) return candidate.session.close();
      found.push(candidate);
    });
    try {
      await Promise.any(tries);
    } catch {
      throw new Refusal({ code: 'cluster-away' });
    }
    await Promise.race([Promise.allSettled(tries), sleep(othersMs)]);
    best = found.reduce((one, other) => (other.timeline > one.timeline ? other : one));
    for (const other of found) if (other !== best) other.session.close();
    this.#timeline = best.timeline;
    return best.session;
  }

  async #tryPrimary(url: string): Promise<Candidate> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      application_name: `watea ${this.#node}`,
      keepAlive: true,
    });
    // a fault before the session exists is thrown by `connect`
    client.on('error', () => undefined);
    await client.connect();
    const session = new Session(client, this.silenceMs);
    const timeline = await timelineOf(session);
    if (timeline !== undefined && timeline >= this.#timeline) return { session, timeline };
    session.close();
    throw new Refusal({ code: 'cluster-away' });
  }
}

/** A server that takes itself for the primary, and the timeline that it writes. */
interface Candidate {
  readonly session: Session;
  readonly timeline: number;
}

/** Undefined for a standby. */
async function timelineOf(session: Session): Promise<number | undefined> {
  const sql = `SELECT CASE WHEN NOT pg_is_in_recovery()
    THEN ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int END AS timeline`;
  const { rows } = await session.query(sql, [], connectMs);
  return rows[0]?.timeline ?? undefined;
}
