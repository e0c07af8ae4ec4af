import { inCommandLineWords } from '#cli/words.ts';
import { readSettingsFile } from '#flows/files/settings-file.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { flushLog } from '#server/process/log.ts';
import { ignoreLostOutput } from '#server/process/lost-output.ts';
import { type Role, takeRole } from '#server/process/role.ts';

// Each process loads only what its role needs: the first one no database and no handlers.

ignoreLostOutput();

const loadHandlers = async () => (await import('#app/handlers.ts')).handlers;

async function runPrimary(isSuccessor: boolean): Promise<void> {
  const { soonWords, welcome } = await import('#cli/welcome.ts');
  const primary = await import('#server/process/primary.ts');
  await primary.runPrimary({ loadHandlers, soonWords, welcome }, isSuccessor);
}

/** The refusal that a fault is: of a rule, or of a disk that takes nothing. */
async function refusalOf(fault: unknown): Promise<Refusal | undefined> {
  if (fault instanceof Refusal) return fault;
  const { storageRefusal } = await import('#db/storage-fault.ts');
  return storageRefusal(fault, settings().databaseFile);
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
  const refusal = await refusalOf(fault);
  console.error(refusal === undefined ? fault : inCommandLineWords(refusal).sentence);
  process.exit(1);
}
