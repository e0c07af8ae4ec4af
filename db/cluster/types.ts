import type { Connection, Db } from '#db/client.ts';
import type { Refusal } from '#lib/refusal.ts';
import type { SpendingExchange } from './spending.ts';

/** What a process must know to be part of a cluster. */
export interface ClusterSettings {
  /** `postgres://…`, with every server that can become the primary: `postgres://user@one:5432,two:5432/database`. */
  readonly urls: string;
  /** Whether a PostgreSQL that confirms without a standby is accepted. */
  readonly allowAsync: boolean;
  /** A folder or an `https` address with bases for new nodes. */
  readonly baseDir?: string | undefined;
  /** The node's name. */
  readonly node: string;
  /** The node's file. */
  readonly databaseFile: string;
  /** How long PostgreSQL may be silent before a change is refused, in milliseconds; 600 if left out. */
  readonly silenceMs?: number;
}

/** How a node is doing; durations in milliseconds. */
export interface ClusterState {
  readonly connected: boolean;
  /** How long ago the node last knew that it had every entry. */
  readonly staleMs: number;
  /** The last entry in the node's file. */
  readonly sequence: number;
  /** How many entries of the log are not in it yet, as far as is known. */
  readonly behind: number;
  /** How far PostgreSQL's clock is ahead of this machine's; undefined until it was measured. */
  readonly clockOffsetMs: number | undefined;
  /** Whether PostgreSQL has a standby that commits wait for. */
  readonly synchronous: boolean | undefined;
  /** The nodes that have been silent for a minute. */
  readonly lostNodes: readonly string[];
  /** Why the node has stopped following; it needs a person, a newer program or a base. */
  readonly stopped: StoppedReason | undefined;
}

export type StoppedReason =
  | { readonly code: 'newer-schema'; readonly migration: string }
  | { readonly code: 'needs-base'; readonly message: string };

/** How a node came into its cluster. */
export type Entrance = 'founded' | 'followed' | 'from base';

export interface EntranceOptions {
  /**
   * Replaces the file, which is closed and has no place in the log, by a base.
   *
   * @returns false when there is no base
   */
  readonly takeBase?: ((why: Refusal) => Promise<boolean>) | undefined;
}

export interface Follower {
  state(): ClusterState;
  /** Follows at once, for instance after a wait. */
  wake(): void;
  close(): Promise<void>;
}

export interface WriteOptions {
  /** Whether it lets in first whoever wants to write, for a second at most: for one of many entries of large data. */
  readonly givesWay?: boolean;
}

/** One process of a node of a cluster. Nothing of PostgreSQL is loaded before it is needed. */
export interface Cluster {
  readonly databaseFile: string;
  /** Makes a connection that was opened write through the log alone. */
  attach(sqlite: Connection['sqlite']): void;
  /**
   * Prepares the node's file, once at its start and before anything is attached: founds the cluster with it, or brings it
   * to the log's end. Migrations that the log has not had yet become entries.
   *
   * @throws Refusal when PostgreSQL is away or confirms without a standby, and when the node needs a base
   */
  enter(options?: EntranceOptions): Promise<Entrance>;
  /** Runs `work` in a transaction whose row changes are an entry of the log; what `transact` does in a cluster. */
  write<R>(connection: Connection, work: (db: Db) => R, how?: WriteOptions): Promise<R>;
  /** How large the entry of the present transaction of a connection is so far, before it is compressed, in bytes. */
  capturedBytes(sqlite: Connection['sqlite']): number;
  /** Applies what other nodes write, until it is closed; once a node. */
  follow(onApplied?: (sequence: number) => void): Follower;
  /** What this node and the others have spent of limits per day. */
  readonly spending: SpendingExchange;
  /** Measures PostgreSQL's clock by a connection of its own. @throws Refusal when PostgreSQL is away */
  measureClock(): Promise<void>;
  /** The last entry in the node's file. */
  sequence(): number;
  /**
   * Removes the entries up to `sequence` from the log, and those that are older than 30 days: nodes that are behind them
   * need a base. @returns how many
   */
  trimLog(sequence: number): Promise<number>;
  /** PostgreSQL's time as epoch milliseconds; undefined until its offset was measured. */
  nowMs(): number | undefined;
  close(): Promise<void>;
}
