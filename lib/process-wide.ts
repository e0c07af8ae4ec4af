/**
 * One value per process, even where a module is loaded twice: Next bundles `lib` and `db` for its own lane while
 * `server.ts` loads the same files as they are.
 */
export function processWide<T>(name: string, make: () => T): T {
  const shelf = globalThis as unknown as Record<symbol, T | undefined>;
  const key = Symbol.for(`watea.${name}`);
  shelf[key] ??= make();
  return shelf[key] as T;
}

/** Replaces the value of `name` for this process; the next `processWide(name)` gives it. */
export function setProcessWide<T>(name: string, value: T): void {
  (globalThis as unknown as Record<symbol, T>)[Symbol.for(`watea.${name}`)] = value;
}
