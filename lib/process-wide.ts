/**
 * What there is one of per process, even where a module is loaded twice: Next bundles `lib` and `db` for its own lane
 * while `server.ts` loads the same files as they are.
 */
const shelfKey = Symbol.for('watea.process-wide');
const holder = globalThis as unknown as Record<symbol, Record<string, unknown> | undefined>;
holder[shelfKey] ??= Object.create(null) as Record<string, unknown>;
const shelf = holder[shelfKey] as Record<string, unknown>;

/** The process's one value of this name, made at the first call. */
export function processWide<T>(name: string, make: () => T): T {
  shelf[name] ??= make();
  return shelf[name] as T;
}

/** The process's value of this name, if it has been made. */
export function getProcessWide<T>(name: string): T | undefined {
  return shelf[name] as T | undefined;
}

/** Replaces the value of `name` for this process; the next `processWide(name)` gives it. */
export function setProcessWide<T>(name: string, value: T): void {
  shelf[name] = value;
}
