/**
 * Values that exist once per process, even where a module is loaded twice: Next bundles `lib` and `db` for its pages
 * while `server.ts` loads the same files directly.
 */
const key = Symbol.for('watea.process-wide');
const global = globalThis as unknown as Record<symbol, Record<string, unknown> | undefined>;
global[key] ??= Object.create(null) as Record<string, unknown>;
const values = global[key] as Record<string, unknown>;

/** The process's value of this name, made at the first call. */
export function processWide<T>(name: string, make: () => T): T {
  values[name] ??= make();
  return values[name] as T;
}

/** The process's value of this name, if it has been made. */
export function getProcessWide<T>(name: string): T | undefined {
  return values[name] as T | undefined;
}

/** Replaces the process's value of this name; undefined has it made again. */
export function setProcessWide<T>(name: string, value: T): void {
  values[name] = value;
}
