import Link from 'next/link';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { readExpiringKeys } from '#db/usage/questions.ts';
import { soonMs } from '#lib/access/keys/key-state.ts';
import { counted } from '#lib/counted.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';

const most = 5;

/** The keys that expire soon, the soonest first. */
export function KeysCard({ connection, nowMs }: { connection: Connection; nowMs: EpochMs }) {
  const { rows, total } = readExpiringKeys(connection, nowMs, nowMs + soonMs, most);
  return (
    <Card title={`Keys that expire within ${soonMs / 86_400_000} days`} isWide figure={counted(total, 'key')}>
      {rows.length === 0 ? (
        <p>No keys expire soon.</p>
      ) : (
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
      {total > rows.length && (
        <Link href="/admin/users/keys?state=expiring&sort=expires" prefetch={false}>
          See all
        </Link>
      )}
    </Card>
  );
}
