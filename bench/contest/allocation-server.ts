import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { Settlements } from '#lib/access/limit/limits.ts';
import { setUpSingleProcessLimits } from '#server/access/limits.ts';
import { createHttpServer } from '#tests/support/http-server.ts';

// The direct lane without the rest of the server, or with `bare` plain `node:http`, started with a young generation so large
// that nothing is collected. It answers each message with the heap bytes in use, after a collection if the message asks for one.

function directLane(): Server {
  setUpSingleProcessLimits(new Settlements());
  return createHttpServer((_incoming, outgoing) => outgoing.end());
}

const server = process.argv[2] === 'bare' ? createServer((_incoming, outgoing) => outgoing.end('{}')) : directLane();
process.on('message', (message: 'collect' | 'look') => {
  if (message === 'collect') globalThis.gc?.();
  process.send?.({ used: getHeapStatistics().used_heap_size });
});
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
