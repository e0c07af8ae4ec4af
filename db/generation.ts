import { generation } from '#db/schema.ts';
import { processWide } from '#lib/process-wide.ts';
import type { Connection, Db } from './client.ts';
import { eq, sql } from './drizzle.ts';

export type Subject = (typeof generation.$inferSelect)['subject'];
export type Generation = Omit<typeof generation.$inferSelect, 'subject'>;

/** How often a process asks whether another connection has written, in milliseconds (R11, N11: within one second). */
const lookEveryMs = 50;

/** Marks `subject` as changed at `nowMs`. Call it in the transaction that changes it. */
export function bumpGeneration(db: Db, subject: Subject, nowMs: number): void {
  db.update(generation)
    .set({ value: sql`${generation.value} + 1`, changedAt: nowMs })
    .where(eq(generation.subject, subject))
    .run();
}

/** Sets the value of `subject`, such as the published version, at `nowMs`. Call it in the publishing transaction. */
export function setGeneration(db: Db, subject: Subject, value: number, nowMs: number): void {
  db.update(generation).set({ value, changedAt: nowMs }).where(eq(generation.subject, subject)).run();
}

/** The generation of `subject` as it stands in the database. */
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
 * A value held in memory while the rows it was made from stand. Looks whether anybody has written (a changed
 * `data_version`) at most every 50 ms, and builds anew only when its own generation moved.
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

  /** The value as of the newest generation seen. */
  get(connection: Connection): T {
    const seen = watchOf(connection).generationOf(this.#subject);
    if (this.#value === undefined || this.#builtFrom !== seen.value || this.#builtAt !== seen.changedAt) {
      this.#value = this.#build(connection, seen);
      this.#builtFrom = seen.value;
      this.#builtAt = seen.changedAt;
    }
    return this.#value;
  }
}

/** Watches one reading connection for changes made by others. */
class Watch {
  readonly #connection: Connection;
  readonly #dataVersion: () => unknown;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #version: unknown;
  #generations = new Map<Subject, Generation>();

  constructor(connection: Connection) {
    this.#connection = connection;
    const statement = connection.sqlite.prepare('PRAGMA data_version').pluck();
    this.#dataVersion = () => statement.get();
  }

  generationOf(subject: Subject): Generation {
    const moment = performance.now();
    if (moment - this.#lookedAt >= lookEveryMs) {
      this.#lookedAt = moment;
      const version = this.#dataVersion();
      if (version !== this.#version) {
        this.#version = version;
        this.#generations.clear();
      }
    }
    let found = this.#generations.get(subject);
    if (found === undefined) {
      found = readGeneration(this.#connection.db, subject);
      this.#generations.set(subject, found);
    }
    return found;
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
