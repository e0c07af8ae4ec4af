import { handlers } from '#app/handlers.ts';
import { runPages } from '#server/pages/run-pages.ts';
import { ignoreLostOutput } from '#server/process/lost-output.ts';

// The pages process: everything that Next answers, and public paths that take longer. server.ts starts it.

ignoreLostOutput();
await runPages(handlers);
