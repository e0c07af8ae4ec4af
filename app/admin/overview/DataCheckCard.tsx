import { screens } from '#app/admin/words.ts';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { getAlarm } from '#db/jobs/alarms.ts';
import { getLastDataCheck } from '#db/jobs/data-checks.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { Card } from './Card.tsx';

/** The last daily check of all data, and what is damaged. */
export function DataCheckCard({ connection }: { readonly connection: Connection }) {
  const last = getLastDataCheck(connection);
  const alarms = (['registry data', 'broadband data', 'data check'] as const).flatMap((subject) => {
    const alarm = getAlarm(connection, subject);
    return alarm === undefined ? [] : [alarmWords(alarm, screens)];
  });
  return (
    <Card
      title="Data checked"
      figure={<Instant at={last?.endedAt ?? null} never="Not yet" />}
      care={alarms.join(' ') || undefined}
    >
      <p>{last === undefined || last.faults !== null ? 'All data are checked once a day.' : 'Nothing was wrong.'}</p>
    </Card>
  );
}
