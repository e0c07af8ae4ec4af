import { makeBase } from '#flows/cluster/bases.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { sharedNow } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';

// A process that makes a base for new nodes, trims the log, and exits, so that its memory is freed. Its priority is the
// lowest from its start.

// Ctrl+C in a terminal reaches the server too, which decides what happens to this process
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));

const { databaseFile, cluster: given } = settings();
const node = joinOwnCluster();
const folder = given?.baseDir?.startsWith('/') === true ? given.baseDir : undefined;
const bases = folder === undefined ? [] : await makeBase(databaseFile, folder, sharedNow());
// a node that lacks an entry which was trimmed begins with a base
await node?.trimLog(bases[0]?.sequence ?? 0);
await node?.close();
process.exit();
