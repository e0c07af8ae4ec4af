import net from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// The thread of `startBalancer`. Connections from 127.0.0.1 are dealt in turn; a caller with an address of its own stays on
// one server, as tests that count its requests need.

const ports: readonly number[] = workerData;
let dealt = 0;

const server = net.createServer({ allowHalfOpen: true }, (caller) => {
  const localAddress = caller.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const place = localAddress === '127.0.0.1' ? dealt++ : Number(localAddress.split('.').at(-1));
  const port = ports[place % ports.length] ?? 0;
  const upstream = net.connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
  for (const socket of [caller, upstream]) {
    socket.setNoDelay(true);
    // 'close' follows
    socket.on('error', () => undefined);
  }
  caller.on('close', () => upstream.destroySoon());
  upstream.on('close', () => {
    // a caller that is still sending would lose its answer if it were not read to its end
    caller.unpipe(upstream);
    caller.resume();
    caller.end();
  });
  caller.pipe(upstream).pipe(caller);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : 0);
});
