import { setPriority } from 'node:os';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { claimJob } from '#db/jobs/queue.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { runJob } from './run-job.ts';

// The APIs come first. `nice 10`.
setPriority(10);

/** Does the next work of one queue, and ends: what it took of memory goes with it. */
const queue = process.argv[2] ?? '';
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
// a terminal's Ctrl+C reaches the server too, which then says what is to happen
process.on('SIGINT', () => undefined);
process.on('disconnect', () => stop.abort());

const database = openDatabase(settings().databaseFile);
const held = claimJob(database.writer, queue, now());
if (held !== undefined) await runJob(database, held, stop.signal);
closeDatabase(database);
process.exit();
