import cluster from 'node:cluster';
import { UnusableDatabase } from '#db/unusable-database.ts';
import { SettingError, settings } from '#lib/env.ts';
import { ignoreBrokenPipe } from '#server/process/broken-pipe.ts';
import { flushLog } from '#server/process/log.ts';
import { runPrimary } from '#server/process/primary.ts';
import { runSingleProcess } from '#server/process/single-process.ts';
import { runWorker } from '#server/process/worker.ts';

ignoreBrokenPipe();

/** What the operator can mend is one sentence and exit 1; anything else is a fault of ours and keeps its trace. */
function giveUp(fault: unknown): never {
  flushLog();
  const isForPeople = fault instanceof SettingError || fault instanceof UnusableDatabase;
  const code = (fault as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    console.error(`Port ${settings().port} is taken: stop what uses it, or set PORT to another.`);
  else if (code === 'EACCES')
    console.error(`Port ${settings().port} may not be opened by this user: set PORT to one above 1023.`);
  else if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    console.error(`HOST ${settings().host} is no address of this machine.`);
  else console.error(isForPeople ? (fault as Error).message : fault);
  process.exit(1);
}

try {
  if (!cluster.isWorker && settings().workers > 1) await runPrimary();
  else {
    // the primary, which answers nobody, loads none of it
    const { handlers } = await import('#app/handlers.ts');
    await (cluster.isWorker ? runWorker(handlers) : runSingleProcess(handlers));
  }
} catch (fault) {
  giveUp(fault);
}
