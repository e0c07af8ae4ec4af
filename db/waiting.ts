import { countOpenRequests } from '#db/access/requests/requests.ts';
import { listWaitingVersions } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { and, count, eq, isNull, ne, type SQL, type SQLiteTable } from '#db/drizzle.ts';
import { alarm } from '#db/jobs/schema.ts';
import { outboxMessage } from '#db/outbox/schema.ts';
import { pointReport } from '#db/reports/schema.ts';

/** How many things wait for staff: alarms that nobody looks after, and what else only people can settle. */
export function countWaiting({ db }: Pick<Connection, 'db'>) {
  const rows = (table: SQLiteTable, matches: SQL | undefined) =>
    db.select({ total: count() }).from(table).where(matches).get()?.total ?? 0;
  return {
    // keys that end soon are no problem yet: the overview lists them with what comes
    alarms: rows(alarm, and(isNull(alarm.overAt), isNull(alarm.acknowledgedAt), ne(alarm.subject, 'keys'))),
    reports: rows(pointReport, eq(pointReport.state, 'open')),
    failedMessages: rows(outboxMessage, eq(outboxMessage.state, 'failed')),
    requests: countOpenRequests({ db }),
    versions: listWaitingVersions(db).length,
  };
}
