import { AsyncLocalStorage } from 'node:async_hooks';
import { processWide } from '#lib/process-wide.ts';

/** Throws a Refusal when what is being done is no longer this process's to do. */
export type Guard = () => void;

const storage = () => processWide('write-guards', () => new AsyncLocalStorage<readonly Guard[]>());

/** Runs `work`, each of whose transactions calls `guard` first: another process may have taken over. */
export function whileGuarded<T>(guard: Guard, work: () => Promise<T>): Promise<T> {
  return storage().run([...presentGuards(), guard], work);
}

/** The guards of the work that calls this. */
export function presentGuards(): readonly Guard[] {
  return storage().getStore() ?? [];
}
