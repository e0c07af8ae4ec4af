import { inCommandLineWords } from '#cli/words.ts';
import { readSettingsFile } from '#flows/files/settings-file.ts';
import { Refusal } from '#lib/refusal.ts';
import { ignoreBrokenPipe } from '#server/process/broken-pipe.ts';
import { flushLog } from '#server/process/log.ts';
import { type Role, takeRole } from '#server/process/role.ts';

// Each process loads only what its role needs: the first one no database and no handlers.

ignoreBrokenPipe();

const loadHandlers = async () => (await import('#app/handlers.ts')).handlers;

async function runPrimary(isSuccessor: boolean): Promise<void> {
  const { welcome } = await import('#cli/welcome.ts');
  const primary = await import('#server/process/primary.ts');
  await primary.runPrimary({ loadHandlers, welcome }, isSuccessor);
}

const roles: Readonly<Record<Role, () => Promise<void>>> = {
  first: async () => (await import('#server/process/first-process.ts')).runFirstProcess(),
  primary: () => runPrimary(false),
  successor: () => runPrimary(true),
  worker: async () => (await import('#server/process/worker.ts')).runWorker(await loadHandlers()),
};

const role = takeRole();
try {
  if (role !== 'worker') readSettingsFile();
  await roles[role]();
} catch (fault) {
  // a fault that the operator can fix is one sentence and exit status 1; any other is ours and keeps its trace
  flushLog();
  console.error(fault instanceof Refusal ? inCommandLineWords(fault).sentence : fault);
  process.exit(1);
}
