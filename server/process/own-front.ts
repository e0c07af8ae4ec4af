import type { Settlements } from '#lib/access/limit/limits.ts';
import { setUpSingleProcessLimits } from '#server/access/limits.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { PagesAddress } from '#server/pages/pages-address.ts';
import { type Acceptor, acceptConnections } from './acceptor.ts';
import type { Front, WriteUsage } from './front.ts';
import { startServing } from './serving.ts';

/** Answers requests in the primary itself: `WEB_CONCURRENCY=1`. */
export async function ownFront(
  handlers: Handlers,
  pages: PagesAddress,
  settlements: Settlements,
  writeUsage: WriteUsage,
): Promise<Front> {
  setUpSingleProcessLimits(settlements);
  const serving = await startServing(handlers, pages, writeUsage);
  let acceptor: Acceptor | undefined;
  return {
    async open() {
      acceptor = await acceptConnections((socket) => serving.take(socket), false);
      return acceptor.port;
    },
    close: async () => acceptor?.stop(),
    drain: () => serving.stop(),
  };
}
