import { readFileSync } from 'node:fs';
import { Connection } from './connection.ts';
import type { Expected, LoadPlan, Subject, ToLoad } from './messages.ts';
import { type Question, questions } from './questions.ts';
import { Tally } from './tally.ts';
import { Timeline } from './timeline.ts';

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
