import { randomUUID } from 'node:crypto';
import type { Connection, Db } from '#db/client.ts';
import { lockHead } from '#db/cluster/writing/head-lock.ts';
import { databaseVersion, type MigrationStep, migrate, migrationSteps, requireKnown, runStep } from '#db/migrate.ts';
import { encodeMigration, firstHash } from '#lib/cluster/entry.ts';
import { Refusal } from '#lib/refusal.ts';
import { Capture } from './capture.ts';
import { FollowedFile, NeedsBase } from './followed-file.ts';
import { hasLog, isSynchronous, makeLog, putFirstHead, readHead, trim } from './log.ts';
import { LogClock, LogFollower } from './log-follower.ts';
import { rememberAttached } from './membership.ts';
import { getPosition, type Position, putPosition } from './position.ts';
import { Servers } from './primary.ts';
import type { Session } from './session.ts';
import { SpendingExchange } from './spending.ts';
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

/** How long the first node, and one that migrates, may have the log's head, in milliseconds. */
const patience = { lockMs: 10_000, idleMs: 600_000 };

/** Brings a node's file into its cluster, at its start. */
async function enterCluster(
  session: Session,
  file: FollowedFile,
  { allowAsync, takeBase }: EntranceOptions & { readonly allowAsync: boolean },
): Promise<Entrance> {
  if (!allowAsync && !(await isSynchronous(session))) throw new Refusal({ code: 'cluster-not-synchronous' });
  if (!(await hasLog(session))) await makeLog(session);
  if ((await readHead(session)) === undefined && (await found(session, file))) return 'founded';
  try {
    await follow(session, file);
    return 'followed';
  } catch (fault) {
    if (!(fault instanceof NeedsBase) || takeBase === undefined) throw fault;
    file.close();
    if (!(await takeBase(fault))) throw fault;
  }
  await follow(session, file);
  return 'from base';
}

async function follow(session: Session, file: FollowedFile): Promise<void> {
  await file.requireInLog(session);
  await file.catchUp(session);
}

/** Begins a cluster with the file as it is. @returns false when another node was quicker */
async function found(session: Session, file: FollowedFile): Promise<boolean> {
  migrate(file.connection);
  const former = getPosition(file.connection);
  // a file that has entries of a log which PostgreSQL has lost
  if (former !== undefined && former.sequence > 0) throw new NeedsBase(file.name, 'the log is empty');
  await lockHead(session, patience);
  const cluster = former?.cluster ?? randomUUID();
  const position: Position = { cluster, sequence: 0, hash: firstHash(cluster) };
  const isFirst = await putFirstHead(session, position);
  // first in the file: a log that has begun has a node that has its beginning
  if (isFirst) putPosition(file.connection, position);
  await session.commit(patience.lockMs);
  return isFirst;
}

/** Makes the migrations that the log has not had yet entries of it. */
async function migrateByLog(
  file: FollowedFile,
  writer: LogWriter,
  steps: readonly MigrationStep[] = migrationSteps(),
): Promise<void> {
  const { connection } = file;
  const isDone = ({ version }: MigrationStep) => databaseVersion(connection.sqlite) >= version;
  requireKnown(connection.sqlite, steps.at(-1)?.version ?? 0);
  for (const step of steps.filter((one) => !isDone(one))) {
    const run = () => {
      // another node may have been quicker
      if (isDone(step)) return { result: undefined, body: undefined };
      runStep(connection, step);
      return { result: undefined, body: encodeMigration({ schema: step.version, name: step.name, sql: step.sql }) };
    };
    await writer.write({ connection, run, idleMs: patience.idleMs });
  }
}
