import { dirname } from 'node:path';
import { openDatabase } from '#db/client.ts';
import { slowDownTime, watchCommits, watchFiles } from '#tests/support/durability/durable-writes.ts';
import { jobScenarios, scenarios } from '#tests/support/durability/kill-scenarios.ts';
import { stepThrough } from '#tests/support/durability/stepping.ts';

/** Runs a scenario on an open database, step by step (`stepThrough`). */
const [databaseFile = '', scenario = '', copies = '', killAt = '0'] = process.argv.slice(2);
const stepping = stepThrough(databaseFile, copies, Number(killAt));
const database = openDatabase(databaseFile);
// many checkpoints too
database.writer.sqlite.pragma('wal_autocheckpoint = 40');
slowDownTime();
watchFiles(dirname(databaseFile), stepping.onWrite);
watchCommits(database.writer.sqlite, stepping.onWrite);
stepping.begin();
await { ...scenarios, ...jobScenarios }[scenario]?.(database);
stepping.end();
