import net from 'node:net';
import type { Answers, FloodPlan, FloodReport } from './flood-plan.ts';

/**
 * Floods a server, as a process of its own: each connection asks, waits for the answer, and asks again at once, or at a
 * steady rate. Whatever the status, it goes on. Prints a `FloodReport` as one line of JSON.
 *
 * Argument: a `FloodPlan` as JSON.
 */
const plan = JSON.parse(process.argv[2] ?? '') as FloodPlan;
const requests = plan.targets.map((target) => Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
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
  let head = '';
  let missing = -1;
  const ask = () => {
    if (isOver) return;
    sentAt = performance.now();
    head = '';
    missing = -1;
    socket.write(requests[asked++ % requests.length] as Buffer);
  };
  const finish = () => {
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
    if (plan.perSecond === undefined) ask();
    else setTimeout(ask, Math.max(0, 1000 / plan.perSecond - tookMs));
  };
  socket.on('connect', ask);
  socket.on('data', (chunk) => {
    let length = chunk.length;
    if (missing < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      length = head.length - end - 4;
      head = head.slice(0, end);
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
    missing -= length;
    if (missing <= 0) finish();
  });
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

function answersOf(times: number[]): Answers {
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { count: times.length, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: at(1) };
}
