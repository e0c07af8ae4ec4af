import { readFileSync } from 'node:fs';
import http from 'node:http';

/**
 * Asks at a steady rate, whether or not earlier answers have arrived, and watches one change of the register: every
 * answer must be the one before it or the one after it, and once an answer is from after the change, none may be from
 * before.
 *
 * Arguments: port, a file of questions (JSON, see `Question`), requests a second. It counts from the first line of its
 * input on, when it has warmed up; it ends when its input ends, and prints an `OpenLoopReport` as one line of JSON. Time
 * counts from the moment at which a request is due, so a delay of the generator counts too.
 */
export interface Question {
  readonly target: string;
  /** The codes of the answer, joined by commas: before the change and after it. */
  readonly before: string;
  readonly after: string;
}

/** The result, in milliseconds. */
export interface OpenLoopReport {
  readonly answers: number;
  /** Answers that were neither, or from before the change although it had been seen when they were asked for. */
  readonly wrong: number;
  readonly firstWrong: string;
  readonly ofAfter: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** The p99 of how late the generator sent a request. */
  readonly p99LateMs: number;
}

const [port = 0, perSecond = 0] = [process.argv[2], process.argv[4]].map(Number);
const questions = JSON.parse(readFileSync(process.argv[3] ?? '', 'utf8')) as Question[];
const agent = new http.Agent({ keepAlive: true });

const latencies: number[] = [];
const lateness: number[] = [];
let isCounted = false;
let [wrong, ofAfter, open] = [0, 0, 0];
let firstWrong = '';
let changeSeenAt = Number.POSITIVE_INFINITY;

function ask({ target, before, after }: Question, dueAt: number): void {
  const sentAt = performance.now();
  if (isCounted) lateness.push(sentAt - dueAt);
  open++;
  const request = http.get({ host: '127.0.0.1', port, agent, path: target }, (answer) => {
    let body = '';
    answer.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    answer.on('end', () => {
      open--;
      if (isCounted) latencies.push(performance.now() - dueAt);
      judge(body);
    });
  });
  request.on('error', (fault) => {
    open--;
    judge(fault.message);
  });

  function judge(body: string): void {
    const codes = [...body.matchAll(/"code":"(\d+)"/g)].map(([, code]) => code).join();
    const isBefore = codes === before && sentAt < changeSeenAt;
    if (codes === after && before !== after) {
      ofAfter++;
      changeSeenAt = Math.min(changeSeenAt, performance.now());
    } else if (!isBefore && codes !== after && wrong++ === 0) firstWrong = `${target} ${body}`.slice(0, 400);
  }
}

const beganAt = performance.now();
let asked = 0;
const rhythm = setInterval(() => {
  for (; beganAt + (asked * 1000) / perSecond <= performance.now(); asked++) {
    const question = questions[asked % questions.length];
    if (question !== undefined) ask(question, beganAt + (asked * 1000) / perSecond);
  }
}, 1);
process.stdin.once('data', () => {
  isCounted = true;
});
process.stdin.on('end', () => {
  clearInterval(rhythm);
  const look = setInterval(() => {
    if (open > 0) return;
    clearInterval(look);
    agent.destroy();
    const report: OpenLoopReport = {
      answers: latencies.length,
      wrong,
      firstWrong,
      ofAfter,
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
      mostMs: quantile(latencies, 1),
      p99LateMs: quantile(lateness, 0.99),
    };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }, 5);
});

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
