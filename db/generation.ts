import { generation } from '#db/schema.ts';
import type { Clock } from '#lib/clock.ts';
import { processWide } from '#lib/process-wide.ts';
import type { Connection, Db } from './client.ts';
import { eq, sql } from './drizzle.ts';

export type Subject = (typeof generation.$inferSelect)['subject'];
export type Generation = Omit<typeof generation.$inferSelect, 'subject'>;

/** How often a process checks whether another connection has written (R11, N11: changes count within one second). */
export const checkEveryMs = 50;

/** The clock by which these checks are spaced. Only its differences matter; tests move it. */
const checkClock = (): Clock => processWide<Clock>('generation-clock', () => () => performance.now());

/** Marks `subject` as changed at `nowMs`. Call this in the transaction that changes it. */
export function bumpGeneration(db: Db, subject: Subject, nowMs: number): void {
  db.update(generation)
    .set({ value: sql`${generation.value} + 1`, changedAt: nowMs })
    .where(eq(generation.subject, subject))
    .run();
}

/** Sets the value of `subject`, such as the published version. Call this in the transaction that publishes it. */
export function setGeneration(db: Db, subject: Subject, value: number, nowMs: number): void {
  db.update(generation).set({ value, changedAt: nowMs }).where(eq(generation.subject, subject)).run();
}

/** The generation of `subject` in the database. */
export function readGeneration(db: Db, subject: Subject): Generation {
  const row = db
    .select({ value: generation.value, changedAt: generation.changedAt })
    .from(generation)
    .where(eq(generation.subject, subject))
    .get();
  if (row === undefined) throw new Error(`The database has no generation of ${subject}.`);
  return row;
}

/**
 * A value that is built from rows and cached until they change. Every 50 ms at most, `get` checks whether another
 * connection has written (`data_version`), and rebuilds the value only when its own generation has changed.
 */
export class GenerationCache<T> {
  readonly #subject: Subject;
  readonly #build: (connection: Connection, generation: Generation) => T;
  #value: T | undefined;
  #builtFrom: number | undefined;
  #builtAt: number | undefined;

  constructor(subject: Subject, build: (connection: Connection, generation: Generation) => T) {
    this.#subject = subject;
    this.#build = build;
  }

  /** The value for the newest generation seen. */
  get(connection: Connection): T {
    const watch = watchOf(connection);
    const seen = watch.generationOf(this.#subject);
    if (this.#value === undefined || this.#builtFrom !== seen.value || this.#builtAt !== seen.changedAt) {
      // what another cache of this connection saw may be some milliseconds old; rows are read as they are now
      const current = watch.readAgain(this.#subject);
      this.#value = this.#build(connection, current);
      this.#builtFrom = current.value;
      this.#builtAt = current.changedAt;
    }
    return this.#value;
  }
}

/** Watches for changes by other connections, on one reading connection. */
class Watch {
  readonly #connection: Connection;
  readonly #dataVersion: () => unknown;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #version: unknown;
  #generations = new Map<Subject, Generation>();

  constructor(connection: Connection) {
    this.#connection = connection;
    const statement = connection.sqlite.prepare('PRAGMA data_version').pluck();
    this.#dataVersion = () => statement.get();
  }

  /** The generation in the database now. */
  readAgain(subject: Subject): Generation {
    const found = readGeneration(this.#connection.db, subject);
    this.#generations.set(subject, found);
    return found;
  }

  generationOf(subject: Subject): Generation {
    const clockMs = checkClock()();
    if (clockMs - this.#checkedAt >= checkEveryMs) {
      this.#checkedAt = clockMs;
      const version = this.#dataVersion();
      if (version !== this.#version) {
        this.#version = version;
        this.#generations.clear();
      }
    }
    return this.#generations.get(subject) ?? this.readAgain(subject);
  }
}

function watchOf(connection: Connection): Watch {
  const watches = processWide('generation-watches', () => new WeakMap<Connection['sqlite'], Watch>());
  let watch = watches.get(connection.sqlite);
  if (watch === undefined) {
    watch = new Watch(connection);
    watches.set(connection.sqlite, watch);
  }
  return watch;
}
