import Link from 'next/link';
import { screens } from '#app/admin/words.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { countMessages } from '#db/outbox/messages.ts';
import { listProblems, type Problem } from '#flows/operations/look-up-conditions.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { conditionWords, screenOfAlarm } from '#lib/words/alerts/conditions.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { unreadableAllowlistRows } from '#server/access/allowlist.ts';
import { checkDisk } from '#server/process/disk.ts';
import { AcknowledgeForm } from './AcknowledgeForm.tsx';
import styles from './Problems.module.css';

interface ProblemsProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
  readonly mayAcknowledge: boolean;
}

/** What is wrong at present, each with what to do and where. */
export async function Problems({ connection, nowMs, mayAcknowledge }: ProblemsProps) {
  const { feedMaxAgeMs, backup } = settings();
  const disk = await checkDisk();
  const upMs = process.uptime() * 1000;
  const problems = listProblems(connection, { nowMs, upMs, feedMaxAgeMs, disk, errorRates: [], backup });
  const { failed } = countMessages(connection);
  const unreadable = unreadableAllowlistRows(connection);
  const isAnything = problems.length > 0 || unreadable.length > 0 || failed > 0;
  return (
    <section className={styles.section} aria-labelledby="problems">
      <div className={styles.heading}>
        <h2 id="problems">Problems</h2>
        <p className={styles.calm}>
          {isAnything ? 'Nothing else' : 'Nothing'} needs attention. {receiverWords()}
        </p>
      </div>
      <ul className={styles.list}>
        {problems.map((problem) => (
          <ProblemItem key={problem.condition} problem={problem} mayAcknowledge={mayAcknowledge} />
        ))}
        {unreadable.length > 0 && <AllowlistProblem unreadable={unreadable} />}
        {failed > 0 && (
          <li className={styles.problem} data-fault="false">
            <h3>{counted(failed, 'message')} could not be sent</h3>
            <p>
              <Link href="/admin/outbox?state=failed" prefetch={false}>
                See why, and try again
              </Link>
            </p>
          </li>
        )}
      </ul>
    </section>
  );
}

function ProblemItem({ problem, mayAcknowledge }: { readonly problem: Problem; readonly mayAcknowledge: boolean }) {
  const { condition, facts, alarm } = problem;
  const { title, toDo } = conditionWords[condition];
  const screen = screenOfAlarm(condition, facts);
  const isAcknowledged = alarm !== undefined && alarm.acknowledgedAt !== null;
  return (
    <li className={styles.problem} data-fault={!isAcknowledged}>
      <h3>{title}</h3>
      {alarm !== undefined && (
        <p className={styles.since}>
          Since <Instant at={alarm.since} />
          {isAcknowledged && (
            <>
              . {alarm.acknowledgedBy} looks after it since <Instant at={alarm.acknowledgedAt} />
              {alarm.note ? `: ${alarm.note}` : '.'}
            </>
          )}
        </p>
      )}
      <p className={styles.facts}>{alarmWords(facts, screens)}</p>
      <p className={styles.remedy}>
        <strong>What to do:</strong> {toDo}
      </p>
      <div className={styles.actions}>
        {screen !== '/admin' && (
          <Link href={screen} prefetch={false}>
            {isOfOne(facts) ? 'See its report' : 'Go there'}
            <span className={styles.hidden}>: {title}</span>
          </Link>
        )}
        {mayAcknowledge && alarm !== undefined && !isAcknowledged && (
          <AcknowledgeForm condition={condition} title={title} />
        )}
      </div>
    </li>
  );
}

/** Whether the alarm is about one file, whose page has the whole report. */
const isOfOne = (facts: Problem['facts']) => facts.code === 'delivery-refused' || facts.code === 'import-failed';

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

/** The rows of the allowlist that cannot be read. */
function AllowlistProblem({ unreadable }: { readonly unreadable: ReturnType<typeof unreadableAllowlistRows> }) {
  return (
    <li className={styles.problem} data-fault="true">
      <h3>{`${counted(unreadable.length, 'network')} cannot be read`}</h3>
      <p>Registrars with these networks may be refused. Remove each, and allow it again.</p>
      <ul>
        {unreadable.map(({ row: { id, registrarId, registrar, network }, reason }) => (
          <li key={id}>
            <Link href={`/admin/registrars/${registrarId}`} prefetch={false}>
              <Breakable text={registrar} />
            </Link>
            , <Breakable text={String(network)} />: {reasonWords(reason, screens)}
          </li>
        ))}
      </ul>
    </li>
  );
}
