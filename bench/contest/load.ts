import { readFileSync } from 'node:fs';
import net from 'node:net';
import type { LoadPlan, LoadReport } from './requests.ts';

/**
 * The load generator, a process of its own: sends the requests of a file over kept-alive connections, one request at a
 * time on each, until all answers are in. With a rate, requests are sent on schedule, whether or not earlier ones are
 * answered. The clock starts when all connections are open. Prints a `LoadReport` as one line of JSON.
 *
 * Argument: a `LoadPlan` as JSON.
 */
const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan;
const sent = readFileSync(plan.file, 'latin1')
  .split('\0')
  .map((request) => Buffer.from(request, 'latin1'));

/** At a steady rate the first fifth, at most a second, warms the generator itself and is not reported. */
const leadIn = plan.rate === undefined ? 0 : Math.floor(Math.min(plan.requests / 5, plan.rate));

let connected = 0;
let started = 0;
let finished = 0;
let bad = 0;
let bytes = 0;
const firstBad: string[] = [];
const latenciesMs: number[] = [];
/** When all connections were open. */
let startedAt = 0;
/** How long it sleeps between two checks of the clock and the sockets, at a steady rate. */
const napMs = 0.1;
/** Idle connections, the longest idle first, so that all get as many requests. */
const idle: Connection[] = [];
const done = Promise.withResolvers<void>();

/** All answers are read into this buffer, which costs less than one buffer each. */
const received = Buffer.allocUnsafe(65_536);

class Connection {
  readonly #socket = net.connect({
    host: '127.0.0.1',
    port: plan.port,
    noDelay: true,
    onread: {
      buffer: received,
      callback: (length) => {
        this.#take(received.subarray(0, length));
        return true;
      },
    },
  });
  #head = '';
  /** Bytes of the answer still to come; below 0 while unknown, Infinity for chunks. */
  #missing = -1;
  #tail = '';
  #length = 0;
  #dueAt = 0;
  #isTold = false;

  constructor() {
    this.#socket.on('connect', () => {
      idle.push(this);
      if (++connected === plan.connections) begin();
    });
    this.#socket.on('error', done.reject);
    this.#socket.on('close', () => done.reject(new Error('The connection was closed.')));
  }

  ask(dueAt: number): void {
    this.#dueAt = dueAt;
    this.#head = '';
    this.#missing = -1;
    this.#isTold = started >= leadIn;
    this.#socket.write(sent[started++ % sent.length] as Buffer);
  }

  next(): void {
    if (started === plan.requests) return;
    if (plan.rate === undefined) this.ask(performance.now());
    else idle.push(this);
  }

  #take(chunk: Buffer): void {
    bytes += chunk.length;
    if (this.#missing < 0) {
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const rest = this.#head.slice(end + 4);
      this.#head = this.#head.slice(0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head);
      const isChunked = length === null && /\r\ntransfer-encoding: chunked/i.test(this.#head);
      this.#length = rest.length;
      this.#missing = isChunked ? Infinity : Number(length?.[1] ?? 0) - rest.length;
      if (isChunked) this.#tail = rest.slice(-7);
    } else {
      this.#length += chunk.length;
      this.#missing -= chunk.length;
      if (this.#missing === Infinity)
        this.#tail = (this.#tail + chunk.toString('latin1', Math.max(0, chunk.length - 7))).slice(-7);
    }
    if (this.#missing === Infinity ? this.#tail !== '\r\n0\r\n\r\n' : this.#missing > 0) return;
    const isFine = this.#head.startsWith(`HTTP/1.1 ${plan.status}`) && this.#length >= plan.leastBytes;
    if (!isFine && bad++ < 3) firstBad.push(`${this.#head.slice(0, 300)} … ${this.#length} bytes`);
    if (this.#isTold) latenciesMs.push(performance.now() - this.#dueAt);
    if (++finished === plan.requests) done.resolve();
    else this.next();
  }
}

/**
 * Sends requests on schedule; one that finds no connection free waits, and the wait counts. It sleeps between requests:
 * timers are too coarse for this, and a busy loop takes a whole core from the server that it measures.
 */
function keepTime(rate: number): void {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  const pump = () => {
    while (started < plan.requests && idle.length > 0) {
      const dueAt = startedAt + (started / rate) * 1000;
      if (dueAt > performance.now()) break;
      idle.shift()?.ask(dueAt);
    }
    if (finished === plan.requests) return;
    Atomics.wait(nothing, 0, 0, napMs);
    setImmediate(pump);
  };
  pump();
}

function begin(): void {
  startedAt = performance.now();
  if (plan.rate !== undefined) keepTime(plan.rate);
  else for (const connection of idle.splice(0)) connection.next();
}

for (let count = 0; count < plan.connections; count++) new Connection();
await done.promise;
const seconds = (performance.now() - startedAt) / 1000;
latenciesMs.sort((one, other) => one - other);
const { user, system } = process.cpuUsage();
const report: LoadReport = {
  finished,
  bad,
  firstBad,
  bytes,
  seconds,
  p50Ms: latenciesMs[Math.floor(latenciesMs.length * 0.5)] ?? 0,
  p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0,
  ownCpuShare: (user + system) / 1e6 / seconds,
};
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
