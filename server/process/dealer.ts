import type { Socket } from 'node:net';

/** The most connections that wait for a worker; more are closed. */
const mostWaiting = 4096;

/** A worker as the dealer sees it. */
export interface Dealt {
  /** Passes a connection on. This process keeps it open until the worker says that it has it. */
  deal(socket: Socket): void;
}

/**
 * Deals connections to workers in turn. A worker gets the next one when it has taken the one before, so a busy worker
 * gets fewer. Those that a dead worker had not taken go to another.
 */
export class Dealer<Worker extends Dealt> {
  /** The connections on their way to each worker; the worker that is next comes first. */
  readonly #dealt = new Map<Worker, Socket[]>();
  #waiting: Socket[] = [];

  add(worker: Worker): void {
    this.#dealt.set(worker, []);
    this.#dealToIdle();
  }

  /** A worker has died or ends: what it had not taken waits again. */
  remove(worker: Worker): void {
    this.#waiting.unshift(...(this.#dealt.get(worker) ?? []));
    this.#dealt.delete(worker);
    this.#dealToIdle();
  }

  deal(socket: Socket): void {
    if (this.#waiting.length >= mostWaiting) return void socket.destroy();
    this.#waiting.push(socket);
    this.#dealToIdle();
  }

  /** A worker has taken the connection that was dealt to it first. */
  taken(worker: Worker): void {
    this.#dealt.get(worker)?.shift()?.destroy();
    this.#dealToIdle();
  }

  /** Deals all that wait, to busy workers too; for the end. */
  dealAll(): void {
    while (this.#waiting.length > 0 && this.#dealt.size > 0) {
      for (const worker of [...this.#dealt.keys()]) this.#dealTo(worker);
    }
  }

  #dealToIdle(): void {
    for (const [worker, dealt] of [...this.#dealt]) if (dealt.length === 0) this.#dealTo(worker);
  }

  #dealTo(worker: Worker): void {
    const socket = this.#waiting.shift();
    const dealt = this.#dealt.get(worker);
    if (socket === undefined || dealt === undefined) return;
    dealt.push(socket);
    // the last in turn
    this.#dealt.delete(worker);
    this.#dealt.set(worker, dealt);
    worker.deal(socket);
  }
}
