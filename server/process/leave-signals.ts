/** Leaves signals to the first process: a terminal or a service manager sends them to all processes of the server. */
export function leaveSignalsToFirst(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
