import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDatabase } from '#db/client.ts';
import { slowDownTime, watchCommits, watchFiles } from '#tests/support/durability/durable-writes.ts';
import { scenarios } from '#tests/support/durability/kill-scenarios.ts';

/**
 * Runs a scenario on a database that has its folder for itself. `killAt` 0: after each durable write, the folder is copied
 * to `<copies>/<number>`, which is what a kill at that moment would leave. Otherwise the process kills itself there.
 */
const [databaseFile = '', scenario = '', copies = '', killAt = '0'] = process.argv.slice(2);
const copy = cpSync;
let writes = 0;
let isOpen = false;

function onWrite(): void {
  // the copies are themselves files
  if (!isOpen) return;
  writes++;
  if (writes === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  if (killAt !== '0') return;
  isOpen = false;
  copy(dirname(databaseFile), join(copies, String(writes)), { recursive: true });
  isOpen = true;
}

const database = openDatabase(databaseFile);
// many checkpoints too
database.writer.sqlite.pragma('wal_autocheckpoint = 40');
slowDownTime();
watchFiles(dirname(databaseFile), onWrite);
watchCommits(database.writer.sqlite, onWrite);
isOpen = true;
await scenarios[scenario]?.(database);
process.stdout.write(`${writes}\n`);
process.kill(process.pid, 'SIGKILL');
