import type { AddressInfo } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { Settlements } from '#lib/access/limit/limits.ts';
import { setUpSingleProcessLimits } from '#server/access/limits.ts';
import { createHttpServer } from '#tests/support/http-server.ts';

// The direct lane without the rest of the server. Started with a young generation so large that nothing is collected, it
// tells at each message how many bytes of the heap it uses, after a collection when it is asked for one.
setUpSingleProcessLimits(new Settlements());
const server = createHttpServer((_incoming, outgoing) => outgoing.end());
process.on('message', (message: 'collect' | 'look') => {
  if (message === 'collect') globalThis.gc?.();
  process.send?.({ used: getHeapStatistics().used_heap_size });
});
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
