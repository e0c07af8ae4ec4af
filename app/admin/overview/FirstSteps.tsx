import Link from 'next/link';
import type { Connection } from '#db/client.ts';
import { type FirstStep, firstSteps, stepsDone } from '#flows/operations/first-steps.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import styles from './FirstSteps.module.css';

interface StepWords {
  readonly title: string;
  readonly why: string;
  /** Where it is done in the browser; for settings, where their effect is seen. */
  readonly screen: { readonly href: string; readonly title: string };
  /** The command that does the same on the server. */
  readonly command?: string;
  /** The settings that must be set on the server first. */
  readonly settings?: string;
}

const watea = 'npm run watea --';

const stepWords: Readonly<Record<FirstStep, StepWords>> = {
  admin: {
    title: 'Add the first administrator',
    why: 'Administrators invite everybody else.',
    screen: { href: '/admin/staff', title: 'Staff' },
    command: `${watea} staff add EMAIL --role admin`,
  },
  register: {
    title: 'Import the register',
    why: 'Until then, the registry API answers 503.',
    screen: { href: '/admin/register/feeds', title: 'Imports' },
    command: `${watea} register import register.csv --replace`,
  },
  allowlist: {
    title: 'Let a registrar in',
    why: 'The registry API refuses every address that is not on the allowlist.',
    screen: { href: '/admin/registrars/new', title: 'Add a registrar' },
    command: `${watea} allow add 192.0.2.0/24 --registrar NAME --new-registrar`,
  },
  key: {
    title: 'Issue a key',
    why: 'The broadband API refuses every caller without one.',
    screen: { href: '/admin/users/new', title: 'Add a user' },
    command: `${watea} keys issue --user EMAIL`,
  },
  coverage: {
    title: 'Import and publish coverage',
    why: 'Until then, the broadband API answers 503.',
    screen: { href: '/admin/coverage/import', title: 'Import a file' },
    command: `${watea} coverage import areas.gpkg --publish`,
  },
  places: {
    title: 'Import the gazetteer',
    why: 'The map uses it to find towns and addresses.',
    screen: { href: '/admin/base-map', title: 'Map' },
    command: `${watea} places fetch`,
  },
  'street map': {
    title: 'Add a street map',
    why: 'Without one, the map shows the coastline and towns only.',
    screen: { href: '/admin/base-map', title: 'Map' },
    command: `${watea} basemap fetch`,
  },
  'second factor': {
    title: 'Require a second factor',
    why: 'A password that leaks is then not enough to sign in.',
    screen: { href: '/admin/staff', title: 'Staff' },
  },
  backup: {
    title: 'Make backups',
    why: 'They are made on a schedule once they have a folder. This is done when the first is made.',
    settings: 'BACKUP_DIR',
    screen: { href: '#backup', title: 'back up now' },
  },
  alerts: {
    title: 'Send alerts to somebody',
    why: 'Whoever gets them learns of a problem within a minute.',
    settings: 'ALERT_EMAIL with SMTP_URL, or ALERT_WEBHOOK',
    screen: { href: '/admin/outbox', title: 'send a test alert' },
  },
};

/** What must be done before the first registrar and the first visitor get right answers. */
const needed: readonly FirstStep[] = ['admin', 'register', 'allowlist', 'coverage'];

/** A checklist for the operator of a new installation; folded once the service answers, gone when all is done. */
export function FirstSteps({ connection }: { readonly connection: Connection }) {
  const done = stepsDone(connection, settings(), now());
  if (done === undefined || firstSteps.every((step) => done[step])) return null;
  const count = firstSteps.filter((step) => done[step]).length;
  return (
    <section className={styles.section} aria-label="First steps">
      <details open={needed.some((step) => !done[step])}>
        <summary className={styles.summary}>
          First steps: {count} of {firstSteps.length} done
        </summary>
        <ol className={styles.steps}>
          {firstSteps.map((step) => (
            <Step key={step} words={stepWords[step]} isDone={done[step]} />
          ))}
        </ol>
      </details>
    </section>
  );
}

function Step({ words, isDone }: { readonly words: StepWords; readonly isDone: boolean }) {
  const { title, why, screen, command, settings: names } = words;
  return (
    <li className={styles.step} data-done={isDone}>
      <span className={styles.mark} aria-hidden="true">
        {isDone ? '✓' : '○'}
      </span>
      <div>
        <p className={styles.title}>
          {title} <span className={styles.state}>{isDone ? '(done)' : '(to do)'}</span>
        </p>
        {!isDone && (
          <>
            <p>{why}</p>
            <p className={styles.how}>
              {names !== undefined && (
                <>
                  On the server, set <code>{names}</code>. Then{' '}
                </>
              )}
              <Link href={screen.href} prefetch={false}>
                {screen.title}
              </Link>
              {command !== undefined && (
                <>
                  , or on the server: <code>{command}</code>
                </>
              )}
            </p>
          </>
        )}
      </div>
    </li>
  );
}
