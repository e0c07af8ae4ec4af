import { backgroundLockPatienceMs, openWriter } from '#db/client.ts';
import { runScheduledBackup } from '#flows/backup/back-up.ts';
import { joinOwnCluster } from '#flows/cluster/join.ts';
import { settings } from '#lib/env.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { noControls } from '#lib/words/controls.ts';
import { log } from '#server/process/log.ts';

// A process that makes the backup that is due and exits, so that its memory is freed. Its priority is the lowest from its
// start (`server/background/process-schedules.ts`).

// Ctrl+C in a terminal reaches the server too, which decides what happens to this process
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));

const { backup, databaseFile } = settings();
joinOwnCluster();
const connection = openWriter(databaseFile, { wait: 'yielding', lockPatienceMs: backgroundLockPatienceMs });
const alarm = backup && (await runScheduledBackup(connection, backup));
if (alarm !== undefined) log().error({ event: 'backup', fault: alarmWords(alarm, noControls) });
connection.sqlite.close();
process.exit();
