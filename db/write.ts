import type { Actor } from './audit/record-change.ts';
import { connections, type Db } from './client.ts';

/** Who makes a change, and when: what every recorded change is told. Instants are epoch milliseconds. */
export interface Authorship {
  readonly actor: Actor;
  readonly nowMs: number;
}

/** Runs `work` in one transaction of the connection that writes; a thrown fault, such as a Refusal, undoes all of it. */
export function write<T>(work: (db: Db) => T): T {
  return connections().writer.db.transaction(work, { behavior: 'immediate' });
}
