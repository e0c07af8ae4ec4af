import type { Connection, Db } from '#db/client.ts';
import type { MigrationStep } from '#db/migrate.ts';
import { Capture } from './capture.ts';
import { LogClock } from './clock.ts';
import { enterCluster, migrateByLog } from './entrance.ts';
import { FollowedFile } from './followed-file.ts';
import { trim } from './log.ts';
import { LogFollower } from './log-follower.ts';
import { rememberAttached } from './membership.ts';
import { Servers } from './primary.ts';
import { SpendingExchange } from './spending/exchange.ts';
import type { Cluster, ClusterSettings, Entrance, EntranceOptions, Follower, WriteOptions } from './types.ts';
import { LogWriter } from './writing/log-writer.ts';

/** One process of a node of a cluster. */
export class Node implements Cluster {
  readonly databaseFile: string;
  readonly spending: SpendingExchange;
  readonly #settings: ClusterSettings;
  readonly #servers: Servers;
  readonly #file: FollowedFile;
  readonly #writer: LogWriter;
  readonly #clock = new LogClock();
  readonly #captures = new WeakMap<Connection['sqlite'], Capture>();

  constructor(settings: ClusterSettings) {
    this.#settings = settings;
    this.databaseFile = settings.databaseFile;
    this.#servers = new Servers(settings.urls, settings.node, settings.silenceMs);
    this.spending = new SpendingExchange(this.#servers, settings.node);
    this.#file = new FollowedFile(settings.databaseFile);
    this.#writer = new LogWriter(this.#servers, this.#file, settings.node);
  }

  async enter(options: EntranceOptions = {}): Promise<Entrance> {
    const session = await this.#servers.connect();
    try {
      const { allowAsync } = this.#settings;
      const entrance = await enterCluster(session, this.#file, { ...options, allowAsync });
      await this.migrate();
      await this.#clock.measure(session);
      return entrance;
    } finally {
      session.close();
    }
  }

  /** Makes the migrations of this program that the log has not had yet entries of it. */
  async migrate(steps?: readonly MigrationStep[]): Promise<void> {
    await migrateByLog(this.#file, this.#writer, steps);
  }

  attach(sqlite: Connection['sqlite']): void {
    this.#captures.set(sqlite, new Capture(sqlite));
    rememberAttached(sqlite, this);
  }

  capturedBytes(sqlite: Connection['sqlite']): number {
    return this.#captures.get(sqlite)?.bytes ?? 0;
  }

  write<R>(connection: Connection, work: (db: Db) => R, how: WriteOptions = {}): Promise<R> {
    const capture = this.#captures.get(connection.sqlite);
    if (capture === undefined) throw new Error('This connection is not attached to the cluster.');
    const run = () => {
      capture.begin();
      try {
        // a savepoint: what the work has of Drizzle's transactions stays as it is
        const result = connection.db.transaction(work);
        return { result, body: capture.take() };
      } finally {
        capture.end();
      }
    };
    return this.#writer.write({ ...how, connection, prepare: () => capture.refresh(), run });
  }

  follow(onApplied?: (sequence: number) => void): Follower {
    const { node } = this.#settings;
    const followed = { servers: this.#servers, file: this.#file, clock: this.#clock, node };
    return new LogFollower(followed, onApplied);
  }

  async measureClock(): Promise<void> {
    const session = await this.#servers.connect();
    try {
      await this.#clock.measure(session);
    } finally {
      session.close();
    }
  }

  sequence(): number {
    return this.#file.position().sequence;
  }

  async trimLog(sequence: number): Promise<number> {
    const session = await this.#servers.connect();
    try {
      return await trim(session, sequence);
    } finally {
      session.close();
    }
  }

  nowMs(): number | undefined {
    return this.#clock.nowMs();
  }

  async close(): Promise<void> {
    this.spending.close();
    await this.#writer.close();
    this.#file.close();
  }
}
