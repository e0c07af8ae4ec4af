import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { listAlarms } from '#db/jobs/alarms.ts';
import { countMessages } from '#db/outbox/messages.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { conditionWords } from '#lib/words/alerts/conditions.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';

/** What is wrong at present, who is notified of it, and whether their messages are sent. */
export function AlertsCard({ connection }: { readonly connection: Connection }) {
  const alarms = listAlarms(connection);
  const { waiting, failed } = countMessages(connection);
  const needsCare = alarms.some(({ subject }) => subject !== 'keys');
  const care = [
    needsCare ? 'Something needs attention.' : '',
    failed > 0 ? `${counted(failed, 'message')} could not be sent.` : '',
  ];
  return (
    <Card
      title="Alerts"
      isWide
      figure={alarms.length === 0 ? 'None' : counted(alarms.length, 'alert')}
      care={care.join(' ').trim() || undefined}
    >
      {alarms.length > 0 && (
        <ul className={styles.list}>
          {alarms.map(({ subject, since }) => (
            <li key={subject}>
              <Link href={conditionWords[subject].screen} prefetch={false}>
                {conditionWords[subject].title}
              </Link>
              , since <Instant at={since} />
            </li>
          ))}
        </ul>
      )}
      <p>{receiverWords()}</p>
      <p>
        <Link href="/admin/outbox">See the outbox</Link>
        {waiting > 0 && `: ${counted(waiting, 'message')} waiting`}
      </p>
    </Card>
  );
}

/** Who gets alerts, without their addresses: every member of staff sees this page. */
function receiverWords(): string {
  const { alertEmails, alertWebhook } = settings().notifications;
  const receivers = [
    alertEmails.length === 0 ? [] : [counted(alertEmails.length, 'address', 'addresses')],
    alertWebhook === undefined ? [] : ['a webhook'],
  ].flat();
  if (receivers.length === 0) return 'Alerts are sent to nobody: set ALERT_EMAIL or ALERT_WEBHOOK.';
  return `Alerts are sent to ${receivers.join(' and ')}.`;
}
