import { setProcessWide } from '#lib/process-wide.ts';

const environmentKey = Symbol.for('watea.test-environment');

/** Forgets every process-wide value, so that the next use makes it again. */
export function clearProcessWide(): void {
  const shelf: object = Reflect.get(globalThis, Symbol.for('watea.process-wide'));
  // modules keep a reference to the exchange; every other value is looked up at each use
  for (const name of Object.keys(shelf)) if (name !== 'exchange') setProcessWide(name, undefined);
}

/** Gives a test file the environment that its worker process started with, and no values from the file before it. */
export function startFresh(): void {
  const shared = globalThis as unknown as Record<symbol, NodeJS.ProcessEnv | undefined>;
  shared[environmentKey] ??= { ...process.env };
  const initial = shared[environmentKey];
  for (const name of Object.keys(process.env)) if (!(name in initial)) delete process.env[name];
  Object.assign(process.env, initial);
  clearProcessWide();
}
