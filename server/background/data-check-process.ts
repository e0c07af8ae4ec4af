import { setPriority } from 'node:os';
import { backgroundLockPatienceMs, openWriter } from '#db/client.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { runDataCheck } from '#flows/integrity/full-check.ts';
import { sharedNow } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';

// A process that checks all data and exits, so that its memory is freed. It only reads, up to the record of its result.

// everything else comes first
setPriority(19);
// Ctrl+C in a terminal reaches the server too, which decides what happens to this process
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));

// this connection maps no pages into memory, where all of the file would stay until the end
joinOwnCluster();
const { databaseFile } = settings();
const connection = openWriter(databaseFile, { wait: 'yielding', lockPatienceMs: backgroundLockPatienceMs });
await runDataCheck(connection, sharedNow);
connection.sqlite.close();
process.exit();
