import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { DamageFound } from '#lib/readiness.ts';
import type { NameState } from '#lib/registry/import/comparison.ts';
import type { ListedStatus } from '#lib/registry/status.ts';
import { freeSeal, hasDates, sealOfListed, sealOfState } from '#lib/registry/witness/entries.ts';
import { type NameHasher, nameHasher } from '#lib/registry/witness/name-hash.ts';
import { Witness } from '#lib/registry/witness/witness.ts';
import { getWitnessKey, readWitness, type WitnessLog } from './witness-log.ts';

/**
 * The second witness of the register: what imports, undos, release jobs and changes of the list said of all names that
 * are not free. It is read from its own records and never from the rows of names, so that both must be damaged alike
 * before a wrong answer looks right.
 */
class RegisterWitness {
  readonly #connection: Connection;
  readonly #logs: Readonly<Record<WitnessLog, Log>>;
  readonly hash: NameHasher;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.hash = nameHasher(getWitnessKey(connection).key);
    this.#logs = { register: newLog(), 'listed names': newLog() };
  }

  /**
   * Brings it to these revisions of the register and of the list, which the connection reads as published.
   *
   * @throws DamageFound when a record of the witness is missing or damaged
   */
  follow(register: number, list: number): void {
    this.#follow('register', register);
    this.#follow('listed names', list);
  }

  /** @throws DamageFound unless the witness has exactly this state of a name; undefined: it is not in the register */
  requireState(name: string, state: NameState | undefined): void {
    const hash = this.hash(name);
    const seal = state === undefined ? freeSeal : sealOfState(state);
    const { witness } = this.#logs.register;
    if (witness.sealOf(hash) === seal) {
      if (state === undefined || !hasDates(seal) || witness.hasDatesOf(hash, state)) return;
    }
    throw new DamageFound({ code: 'register-disagrees', name });
  }

  /** @throws DamageFound unless the witness has the same status of a name on the list */
  requireListed(name: string, status: ListedStatus | undefined): void {
    if (this.#logs['listed names'].witness.sealOf(this.hash(name)) === sealOfListed(status)) return;
    throw new DamageFound({ code: 'register-disagrees', name });
  }

  /** How many cancelled names of the register have dates that `isAsked` takes. */
  countCancelled(isAsked: (cancelled: number, freeAt: number | null) => boolean): number {
    return this.#logs.register.witness.countCancelled(isAsked);
  }

  /** All names of a log that are not free. */
  entries(log: WitnessLog) {
    return this.#logs[log].witness.entries();
  }

  get revision(): number {
    return this.#logs.register.revision;
  }

  #follow(name: WitnessLog, revision: number): void {
    const log = this.#logs[name];
    if (log.revision === revision) return;
    const { startsAfresh, changes } = readWitness(this.#connection, name, log.revision, revision);
    if (startsAfresh) log.witness = new Witness();
    for (const entries of changes) log.witness.add(entries);
    log.revision = revision;
  }
}

const cached = new WeakMap<Connection['sqlite'], RegisterWitness>();

/** The witness as a connection reads it: 7 MB for 750,000 names, read at the first use. */
export function registerWitness(connection: Connection): RegisterWitness {
  const witness = cached.get(connection.sqlite) ?? new RegisterWitness(connection);
  cached.set(connection.sqlite, witness);
  return witness;
}

/** The witness at the revisions that are published now. Call it in a transaction. */
export function currentWitness(connection: Connection): RegisterWitness {
  const witness = registerWitness(connection);
  const revisionOf = (log: WitnessLog) => readGeneration(connection.db, log).value;
  witness.follow(revisionOf('register'), revisionOf('listed names'));
  return witness;
}

/** What is known of a log, and as of which revision; -1: nothing has been read. */
interface Log {
  witness: Witness;
  revision: number;
}

const newLog = (): Log => ({ witness: new Witness(), revision: -1 });
