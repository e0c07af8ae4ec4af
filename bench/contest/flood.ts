import { readFileSync } from 'node:fs';
import net from 'node:net';
import type { Answers, FloodPlan, FloodReport } from './flood-plan.ts';

/**
 * Floods a server, as a process of its own: each connection asks, waits for the answer, and asks again at once, or at a
 * steady rate. Whatever the status, it goes on. Prints a `FloodReport` as one line of JSON.
 *
 * Standard input: a `FloodPlan` as JSON.
 */
const plan = JSON.parse(readFileSync(0, 'utf8')) as FloodPlan;
const atOnce = plan.pipelined ?? 1;
const requests = plan.targets.map((target) => {
  const request = target.includes('\r\n') ? target : `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  return Buffer.from(request.repeat(atOnce));
});
const timesMs = new Map<string, number[]>();
const admitted = new Map<string, number>();
let asked = 0;
let withoutRetryAfter = 0;
let closed = 0;
let isOver = false;

function connect(place: number): void {
  const localAddress = plan.from[place % plan.from.length];
  const socket = net.connect({
    host: '127.0.0.1',
    port: plan.port,
    noDelay: true,
    ...(localAddress && { localAddress }),
  });
  let sentAt = 0;
  let unanswered = 0;
  const ask = () => {
    if (isOver) return;
    sentAt = performance.now();
    unanswered = atOnce;
    socket.write(requests[asked++ % requests.length] as Buffer);
  };
  const finish = (head: string) => {
    const tookMs = performance.now() - sentAt;
    const status = head.slice(9, 12);
    const times = timesMs.get(status) ?? [];
    if (times.length === 0) timesMs.set(status, times);
    times.push(tookMs);
    if ((status === '429' || status === '503') && !/\r\nretry-after: \d/i.test(head)) withoutRetryAfter++;
    if (status === '200') {
      const second = /\r\nDate: (.*)/i.exec(head)?.[1] ?? '';
      admitted.set(second, (admitted.get(second) ?? 0) + 1);
    }
    if (--unanswered > 0) return;
    if (plan.perSecond === undefined) ask();
    else setTimeout(ask, Math.max(0, 1000 / plan.perSecond - tookMs));
  };
  socket.on('connect', ask);
  socket.on('data', answerReader(finish));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (isOver) return;
    closed++;
    connect(place);
  });
}

for (let place = 0; place < plan.connections; place++) connect(place);
setTimeout(() => {
  isOver = true;
  const report: FloodReport = {
    byStatus: Object.fromEntries([...timesMs].map(([status, times]) => [status, answersOf(times)])),
    withoutRetryAfter,
    closed,
    admittedASecond: [...admitted.values()].slice(1, -1),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
}, plan.seconds * 1000);

/** Reads answers one after the other, and calls `onEnd` with the head of each when its body has ended. */
function answerReader(onEnd: (head: string) => void): (chunk: Buffer) => void {
  let text = '';
  let head: string | undefined;
  let missing = 0;
  return (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      if (head === undefined) {
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        head = text.slice(0, end);
        text = text.slice(end + 4);
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      if (/\r\ntransfer-encoding: chunked/i.test(head)) {
        const end = text.indexOf('0\r\n\r\n');
        if (end < 0) return;
        missing = end + 5;
      }
      if (text.length < missing) return;
      text = text.slice(missing);
      const ended = head;
      head = undefined;
      onEnd(ended);
    }
  };
}

function answersOf(times: number[]): Answers {
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { count: times.length, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) };
}
