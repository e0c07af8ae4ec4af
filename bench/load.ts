import { readFileSync } from 'node:fs';
import net from 'node:net';

/**
 * The load generator, a process of its own: keeps `connections` kept-alive connections busy with the targets of a file,
 * each one request at a time, until `requests` answers are in. Prints what it saw as one line of JSON.
 *
 * Arguments: port, file of targets (one a line), number of requests, number of connections, a header line.
 */
const [port = 0, requests = 0, connections = 0] = [process.argv[2], process.argv[4], process.argv[5]].map(Number);
const targets = readFileSync(process.argv[3] ?? '', 'utf8')
  .trimEnd()
  .split('\n');
const sent = targets.map((target) =>
  Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: watea-bench\r\n${process.argv[6]}\r\n\r\n`),
);

let started = 0;
let finished = 0;
let bad = 0;
let bytes = 0;
const firstBad: string[] = [];
const latenciesMs: number[] = [];
const endOfHead = Buffer.from('\r\n\r\n');

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
    let received = Buffer.alloc(0);
    let need = -1;
    let askedAt = 0;
    const next = () => {
      if (started === requests) {
        socket.end();
        resolve();
        return;
      }
      askedAt = performance.now();
      socket.write(sent[started++ % sent.length] as Buffer);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (need < 0) {
        const end = received.indexOf(endOfHead);
        if (end < 0) return;
        const head = received.toString('latin1', 0, end);
        const length = /\r\ncontent-length: (\d+)/i.exec(head);
        const isFine = head.startsWith('HTTP/1.1 2') || head.startsWith('HTTP/1.1 304');
        if (!isFine && bad++ < 3) firstBad.push(head.slice(0, 200));
        need = end + 4 + (length === null ? 0 : Number(length[1]));
      }
      if (received.length < need) return;
      latenciesMs.push(performance.now() - askedAt);
      bytes += need;
      finished++;
      received = Buffer.alloc(0);
      need = -1;
      next();
    });
  });
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: connections }, open));
const seconds = (performance.now() - startedAt) / 1000;
latenciesMs.sort((a, b) => a - b);
const { user, system } = process.cpuUsage();
process.stdout.write(
  `${JSON.stringify({
    finished,
    bad,
    firstBad,
    bytes,
    seconds,
    p50Ms: latenciesMs[Math.floor(latenciesMs.length * 0.5)],
    p99Ms: latenciesMs[Math.floor(latenciesMs.length * 0.99)],
    ownCpuShare: (user + system) / 1e6 / seconds,
  })}\n`,
);
