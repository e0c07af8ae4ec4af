import cluster from 'node:cluster';
import { welcome } from '#cli/welcome.ts';
import { inCommandLineWords } from '#cli/words.ts';
import { SettingError, settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { ignoreBrokenPipe } from '#server/process/broken-pipe.ts';
import { flushLog } from '#server/process/log.ts';
import type { Announce } from '#server/process/prepare.ts';
import { runPrimary } from '#server/process/primary.ts';
import { runSingleProcess } from '#server/process/single-process.ts';
import { runWorker } from '#server/process/worker.ts';

ignoreBrokenPipe();

const announce: Announce = (port, prepared) => process.stdout.write(welcome(port, prepared));

/** A fault that the operator can fix is one sentence and exit status 1; any other is ours and keeps its trace. */
function giveUp(fault: unknown): never {
  flushLog();
  const refusal = fault instanceof Refusal ? fault : listenRefusal(fault);
  console.error(refusal === undefined ? fault : inCommandLineWords(refusal).sentence);
  process.exit(1);
}

/** The refusal for a fault in opening the port; undefined for any other fault. */
function listenRefusal(fault: unknown): SettingError | undefined {
  const { port, host } = settings();
  const errno = (fault as NodeJS.ErrnoException).code;
  if (errno === 'EADDRINUSE') return new SettingError({ code: 'port-taken', port });
  if (errno === 'EACCES') return new SettingError({ code: 'port-not-allowed', port });
  const isUnknown = errno === 'EADDRNOTAVAIL' || errno === 'ENOTFOUND' || errno === 'EAI_AGAIN';
  return isUnknown ? new SettingError({ code: 'host-unknown', host }) : undefined;
}

try {
  if (!cluster.isWorker && settings().workers > 1) await runPrimary(announce);
  else {
    // not loaded in the primary, which answers no requests
    const { handlers } = await import('#app/handlers.ts');
    await (cluster.isWorker ? runWorker(handlers) : runSingleProcess(handlers, announce));
  }
} catch (fault) {
  giveUp(fault);
}
