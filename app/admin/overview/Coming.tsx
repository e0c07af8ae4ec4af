import Link from 'next/link';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { countDueNames } from '#db/registry/due-names.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { readExpiringKeys } from '#db/usage/questions.ts';
import { soonMs } from '#lib/access/keys/key-state.ts';
import { counted } from '#lib/counted.ts';
import { nextScheduleDate } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';
import { WaitingVersions } from './WaitingVersions.tsx';

interface ComingProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
  readonly mayPublish: boolean;
}

const most = 5;

/** What comes next: names that drop, keys that end, versions that wait to be published. */
export function Coming(props: ComingProps) {
  return (
    <section className={styles.section} aria-labelledby="coming">
      <h2 id="coming">Coming up</h2>
      <div className={styles.cards}>
        <ReleaseCard {...props} />
        <KeysCard {...props} />
        <WaitingVersions connection={props.connection} mayPublish={props.mayPublish} />
      </div>
    </section>
  );
}

function ReleaseCard({ connection, nowMs }: ComingProps) {
  const nextJob = nextScheduleDate(nowMs);
  const last = getLastRelease(connection);
  return (
    <Card title="Next release job" figure={counted(countDueNames(connection, nextJob), 'name')}>
      <p>
        At <Instant at={nextJob} />.{' '}
        {last !== undefined && (
          <>
            The last one ran <Instant at={last.ranAt} /> and released {last.released.toLocaleString('en-NZ')}.
          </>
        )}
      </p>
      <Link href="/admin/register/releases">See release jobs</Link>
    </Card>
  );
}

function KeysCard({ connection, nowMs }: ComingProps) {
  const { rows, total } = readExpiringKeys(connection, nowMs, nowMs + soonMs, most);
  return (
    <Card title={`Keys that expire within ${soonMs / 86_400_000} days`} figure={counted(total, 'key')}>
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map(({ id, prefix, email, expiresAt }) => (
            <li key={id}>
              <Link href={`/admin/users/keys/${id}`} prefetch={false}>
                {prefix}…
              </Link>{' '}
              of <Breakable text={email} />, <Instant at={expiresAt} />
            </li>
          ))}
        </ul>
      )}
      <Link href="/admin/users/keys?state=expiring&sort=expires" prefetch={false}>
        See keys that expire
      </Link>
    </Card>
  );
}
