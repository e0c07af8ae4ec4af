import { TestAlertButton } from '#app/admin/outbox/TestAlertButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { alertReceivers } from '#flows/operations/alert-receivers.ts';
import styles from './outbox.module.css';

/** Where alerts go, and a button that tries it. */
export function AlertReceivers({ mayEdit }: { readonly mayEdit: boolean }) {
  const receivers = alertReceivers();
  if (receivers.length === 0) {
    return (
      <Section title="Where alerts go">
        <p>
          Nobody gets alerts. An operator sets <code>ALERT_EMAIL</code> with <code>SMTP_URL</code>, or{' '}
          <code>ALERT_WEBHOOK</code>.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Where alerts go">
      <ul className={styles.receivers}>
        {receivers.map(({ channel, recipient }) => (
          <li key={`${channel} ${recipient}`}>
            {recipient} {channel === 'webhook' && '(webhook)'}
          </li>
        ))}
      </ul>
      {mayEdit && <TestAlertButton />}
    </Section>
  );
}
