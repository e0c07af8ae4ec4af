import Link from 'next/link';
import type { Connection } from '#db/client.ts';
import { type FirstStep, firstSteps, stepsDone } from '#flows/operations/first-steps.ts';
import { settings } from '#lib/env.ts';
import styles from './FirstSteps.module.css';

interface StepWords {
  readonly title: string;
  readonly why: string;
  /** What an operator types: a command, or the settings to set. */
  readonly command: string;
  readonly screen?: { readonly href: string; readonly title: string };
}

const watea = 'npm run watea --';

const stepWords: Readonly<Record<FirstStep, StepWords>> = {
  admin: {
    title: 'Add the first administrator',
    why: 'Administrators invite everybody else.',
    command: `${watea} staff add EMAIL --role admin`,
    screen: { href: '/admin/staff', title: 'Staff' },
  },
  allowlist: {
    title: 'Let a registrar in',
    why: 'The registry API refuses every address that is not on the allowlist.',
    command: `${watea} allow add 192.0.2.0/24 --registrar NAME --new-registrar`,
    screen: { href: '/admin/registrars/new', title: 'Add a registrar' },
  },
  register: {
    title: 'Import the register',
    why: 'Until then, the registry API answers 503.',
    command: `${watea} register import register.csv --replace`,
    screen: { href: '/admin/register/feeds', title: 'Imports' },
  },
  coverage: {
    title: 'Import and publish coverage',
    why: 'Until then, the broadband API answers 503.',
    command: `${watea} coverage import areas.gpkg`,
    screen: { href: '/admin/coverage/import', title: 'Import a file' },
  },
  places: {
    title: 'Import the gazetteer',
    why: 'The map uses it to find towns and addresses.',
    command: `${watea} places import gazetteer.csv`,
    screen: { href: '/admin/base-map', title: 'Map' },
  },
  'street map': {
    title: 'Add a street map',
    why: 'Without one, the map shows the coastline and towns only.',
    command: `${watea} basemap import map.pmtiles`,
    screen: { href: '/admin/base-map', title: 'Map' },
  },
  backup: {
    title: 'Make backups',
    why: 'They are made on a schedule once they have a folder.',
    command: 'BACKUP_DIR',
  },
  alerts: {
    title: 'Send alerts to somebody',
    why: 'Whoever gets them learns of a problem within a minute.',
    command: 'ALERT_EMAIL with SMTP_URL, or ALERT_WEBHOOK',
  },
};

/** What must be done before the first registrar and the first visitor get right answers. */
const needed: readonly FirstStep[] = ['admin', 'register', 'allowlist', 'coverage'];

/** A checklist for the operator of a new installation; folded once the service answers, gone when all is done. */
export function FirstSteps({ connection }: { readonly connection: Connection }) {
  const done = stepsDone(connection, settings());
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
  const { title, why, command, screen } = words;
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
              {screen !== undefined && (
                <>
                  <Link href={screen.href} prefetch={false}>
                    {screen.title}
                  </Link>{' '}
                  or{' '}
                </>
              )}
              {!command.startsWith(watea) && 'set '}
              <code>{command}</code>
            </p>
          </>
        )}
      </div>
    </li>
  );
}
