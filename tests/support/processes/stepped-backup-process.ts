import { dirname } from 'node:path';
import { backupScenarios } from '#tests/support/durability/backup-scenarios.ts';
import { watchFiles, watchStreams } from '#tests/support/durability/durable-writes.ts';
import { stepThrough } from '#tests/support/durability/stepping.ts';

/** Backs up or restores a database that no connection has open yet, step by step (`stepThrough`). */
const [databaseFile = '', scenario = '', copies = '', killAt = '0'] = process.argv.slice(2);
const stepping = stepThrough(databaseFile, copies, Number(killAt));
watchFiles(dirname(databaseFile), stepping.onWrite);
watchStreams(stepping.onWrite);
stepping.begin();
await backupScenarios[scenario]?.(databaseFile, stepping.onWrite);
stepping.end();
