import { setProcessWide } from '#lib/process-wide.ts';

const environmentKey = Symbol.for('watea.test-environment');

/** Clears every process-wide value; the next use builds it again. */
export function clearProcessWide(): void {
  const shelf: object = Reflect.get(globalThis, Symbol.for('watea.process-wide'));
  // modules keep a reference to the exchange; all other values are read at each use
  for (const name of Object.keys(shelf)) if (name !== 'exchange') setProcessWide(name, undefined);
}

/** Gives a test file the environment its worker process started with, and no values from the previous file. */
export function startFresh(): void {
  const shared = globalThis as unknown as Record<symbol, NodeJS.ProcessEnv | undefined>;
  shared[environmentKey] ??= { ...process.env };
  const initial = shared[environmentKey];
  for (const name of Object.keys(process.env)) if (!(name in initial)) delete process.env[name];
  Object.assign(process.env, initial);
  // each file registers the check of open databases again
  for (const listener of process.listeners('exit'))
    if (listener.name === 'dieIfOverwritten') process.off('exit', listener);
  clearProcessWide();
}
