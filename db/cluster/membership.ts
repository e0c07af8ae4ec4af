import type { Database } from 'better-sqlite3';
import { getProcessWide, processWide, setProcessWide } from '#lib/process-wide.ts';

/** What a process that belongs to a cluster does with the connections that it writes by. */
interface Member {
  readonly databaseFile: string;
  attach(sqlite: Database): void;
}

const byConnection = () => processWide('cluster-connections', () => new WeakMap<Database, Member>());

export function setMember(member: Member | undefined): void {
  setProcessWide('cluster', member);
}

/** The member that this process is, as it was set. */
export function getMember<T extends Member>(): T | undefined {
  return getProcessWide<T>('cluster');
}

/** From here on `sqlite` changes shared tables through `member` alone. */
export function rememberAttached(sqlite: Database, member: Member): void {
  byConnection().set(sqlite, member);
}

/** The member that a connection writes through. */
export function memberOf<T extends Member>(sqlite: Database): T | undefined {
  return byConnection().get(sqlite) as T | undefined;
}

/** Attaches a connection that was just opened, if this process belongs to a cluster with that file. */
export function attachIfMember(sqlite: Database): void {
  const member = getMember();
  if (member?.databaseFile === sqlite.name) member.attach(sqlite);
}
