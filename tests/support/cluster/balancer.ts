import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Passes connections on to servers, and keeps the address of the caller, which must be a loopback address. */
export interface Balancer {
  readonly port: number;
  close(): Promise<unknown>;
}

/**
 * Starts a balancer before the servers at these ports of loopback. It has a thread of its own: while a busy test runner
 * keeps its event loop, a server that has refused a body may close the connection before its answer was read.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const thread = new Worker(new URL('./balancer-thread.ts', import.meta.url), { workerData: ports });
  const [port] = await once(thread, 'message');
  return { port, close: () => thread.terminate() };
}
