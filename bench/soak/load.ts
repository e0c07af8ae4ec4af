import { readFileSync } from 'node:fs';
import net from 'node:net';
import { seededRandom } from '#lib/demonstration/random.ts';
import { providersOf } from './areas.ts';
import type { Expected, LoadPlan, LoadReport, Subject, ToLoad } from './driver.ts';
import { Timeline } from './timeline.ts';

/** An answer, or undefined if the connection ended before it was complete. */
type OnAnswer = (answer: { readonly status: number; readonly body: string } | undefined) => void;

/** After how many answers a client connects again, so that a worker that replaced another gets its share. */
const answersEach = 3000;

/** One connection that is kept alive, with one request at a time. It connects again when it has ended. */
class Connection {
  readonly #port: number;
  readonly #onFree: (free: Connection) => void;
  #socket: net.Socket | undefined;
  #received = '';
  #onAnswer: OnAnswer | undefined;
  #isStopped = false;
  #left = answersEach;

  /** `onFree` is called whenever a request can be sent. */
  constructor(port: number, onFree: (free: Connection) => void) {
    this.#port = port;
    this.#onFree = onFree;
    this.#connect();
  }

  ask(target: string, onAnswer: OnAnswer): void {
    this.#onAnswer = onAnswer;
    this.#socket?.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.destroy();
  }

  #connect(): void {
    const socket = net.connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    this.#socket = socket;
    this.#received = '';
    this.#left = answersEach;
    socket.setEncoding('latin1');
    socket.on('connect', () => this.#onFree(this));
    socket.on('data', (text: string) => this.#take(text));
    // the end follows
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#answer(undefined);
      if (!this.#isStopped) setTimeout(() => this.#connect(), 10);
    });
  }

  #take(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < headEnd + 4 + length) return;
    const body = this.#received.slice(headEnd + 4);
    this.#received = '';
    const isEnding = /\r\nconnection: close/i.test(head);
    this.#answer({ status: Number(head.slice(9, 12)), body });
    if (--this.#left === 0) this.#socket?.end();
    else if (!isEnding && !this.#isStopped) this.#onFree(this);
  }

  #answer(answer: Parameters<OnAnswer>[0]): void {
    const onAnswer = this.#onAnswer;
    this.#onAnswer = undefined;
    onAnswer?.(answer);
  }
}

const mostFaults = 5;

/** What came back since the last report. */
class Tally {
  #beganAt = performance.now();
  #statuses: Record<string, number> = {};
  #wrong = 0;
  #unanswered = 0;
  #givenUp = 0;
  #firstFaults: string[] = [];
  #timesMs: number[] = [];

  add(status: number, ms: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#timesMs.push(ms);
  }

  addWrong(fault: string): void {
    this.#wrong++;
    this.addFault(`wrong: ${fault}`);
  }

  addUnanswered(): void {
    this.#unanswered++;
  }

  addGivenUp(): void {
    this.#givenUp++;
  }

  addFault(fault: string): void {
    if (this.#firstFaults.length < mostFaults) this.#firstFaults.push(fault.slice(0, 600));
  }

  /** The report, after which everything counts from 0 again. */
  take(): LoadReport {
    const times = Float64Array.from(this.#timesMs).sort();
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    const report: LoadReport = {
      seconds: (performance.now() - this.#beganAt) / 1000,
      statuses: this.#statuses,
      wrong: this.#wrong,
      unanswered: this.#unanswered,
      givenUp: this.#givenUp,
      firstFaults: this.#firstFaults,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      mostMs: at(1),
    };
    this.#beganAt = performance.now();
    this.#statuses = {};
    [this.#wrong, this.#unanswered, this.#givenUp] = [0, 0, 0];
    [this.#firstFaults, this.#timesMs] = [[], []];
    return report;
  }
}

/** How many names are asked for together, so that an answer from two states would show. */
const namesEach = 4;

/** A request, and whether what it was answered is right by a state of the models. */
interface Question {
  readonly subject: Subject;
  readonly target: string;
  /** What of the body counts, to compare with `rightBy`. */
  readonly partsOf: (body: string) => string;
  readonly rightBy: (state: Expected) => string;
}

/** Questions without end, about the two APIs in turn. */
function* questions({ names, points, key }: LoadPlan): Generator<Question, never> {
  const random = seededRandom(31);
  const any = (count: number) => Math.floor(random() * count);
  for (;;) {
    const asked = Array.from({ length: namesEach }, () => any(names.length));
    yield {
      subject: 'names',
      target: `/1.0/availability?${asked.map((place) => `domains[]=${names[place]}`).join('&')}`,
      partsOf: (body) => Array.from(body.matchAll(/"code":"(\d{3})"/g), ([, code]) => code).join(),
      rightBy: (codes) => asked.map((place) => codes.slice(3 * place, 3 * place + 3)).join(),
    };
    const place = any(points.length);
    yield {
      subject: 'points',
      target: `/api/1.0/availability/yx/${points[place]?.y}/${points[place]?.x}?api_key=${key}`,
      partsOf: providersOf,
      rightBy: (answers) => answers[place] ?? '',
    };
  }
}

/**
 * The load, a process of its own: asks both APIs at a steady rate, or as fast as they answer, and compares each answer with
 * what the models say of the states that it may be from. A request that is due waits for a free connection, and the wait
 * counts as time; after a second it is given up.
 */
const patienceMs = 1000;
const plan = JSON.parse(readFileSync(0, 'utf8')) as LoadPlan;
/** Every process answers from a version within a second after it was published (docs/coverage-versions.md). */
const publicationMs = 1000;
const timelines: Readonly<Record<Subject, Timeline<Expected>>> = {
  names: new Timeline(plan.first.names),
  points: new Timeline(plan.first.points, publicationMs),
};

const asked = questions(plan);
const tally = new Tally();
const free: Connection[] = [];
/** Requests a second; 0 for none. */
let perSecond = 0;
let startedAt = 0;
let sent = 0;

function send(connection: Connection, dueAt: number): void {
  const question = asked.next().value;
  const oldest = timelines[question.subject].oldestAt(performance.now());
  connection.ask(question.target, (answer) => {
    if (answer === undefined) return tally.addUnanswered();
    const { status, body } = answer;
    tally.add(status, performance.now() - dueAt);
    if (status === 200) judge(question, body, oldest);
    else if (status !== 503) tally.addFault(`${status}: ${question.target} ${body}`);
  });
}

function judge({ subject, target, partsOf, rightBy }: Question, body: string, oldest: number): void {
  const found = partsOf(body);
  const isRight = timelines[subject].isRight(oldest, (state) => rightBy(state) === found, performance.now());
  if (!isRight) tally.addWrong(`${target} ${body}`);
}

/** Sends what is due on the connections that are free. */
function pump(): void {
  const now = performance.now();
  for (; free.length > 0; sent++) {
    const dueAt = perSecond === Number.POSITIVE_INFINITY ? now : startedAt + (sent * 1000) / perSecond;
    if (!(dueAt <= now)) return;
    if (dueAt < now - patienceMs) {
      tally.addGivenUp();
      continue;
    }
    // the one that has been free longest, so that all are used
    send(free.shift() as Connection, dueAt);
  }
}

const connections = Array.from(
  { length: plan.connections },
  () =>
    new Connection(plan.port, (connection) => {
      free.push(connection);
      // something may be due already
      pump();
    }),
);
setInterval(pump, 1);

process.on('message', (message: ToLoad) => {
  if (message.kind === 'begin') timelines[message.subject].begin(message.next);
  if (message.kind === 'settle') timelines[message.subject].settle(performance.now());
  if (message.kind === 'rate') {
    perSecond = message.perSecond ?? Number.POSITIVE_INFINITY;
    startedAt = performance.now();
    sent = 0;
    pump();
  }
  process.send?.(tally.take());
});
process.on('disconnect', () => {
  for (const connection of connections) connection.stop();
  process.exit();
});
