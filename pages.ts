import { handlers } from '#app/handlers.ts';
import { runPages } from '#server/pages/run-pages.ts';
import { ignoreBrokenPipe } from '#server/process/broken-pipe.ts';

// The pages process: everything that Next answers, and public paths that take longer. server.ts starts it.

ignoreBrokenPipe();
await runPages(handlers);
