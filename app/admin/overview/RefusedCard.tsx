import Link from 'next/link';
import { registrarIdAt } from '#app/admin/usage/still-refused.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { listRegistrarNames } from '#db/access/registrars.ts';
import type { Connection } from '#db/client.ts';
import { readRefusedCallers } from '#db/usage/questions.ts';
import { counted } from '#lib/counted.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import { AllowForm } from './AllowForm.tsx';
import { Card } from './Card.tsx';
import styles from './overview.module.css';

interface RefusedCardProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
  readonly mayAllow: boolean;
}

const [mostLooked, mostShown] = [50, 5];

/** The callers of the registry that were refused last, today, and a form to allow one; hidden without any. */
export function RefusedCard({ connection, nowMs, mayAllow }: RefusedCardProps) {
  const scope = { from: aucklandMidnight(nowMs, 0), api: 'registry' } as const;
  const latest = { sort: 'last', descending: true, page: 1, pageSize: mostLooked } as const;
  const refused = readRefusedCallers(connection, scope, latest).rows.filter(
    ({ address }) => registrarIdAt(address) === undefined,
  );
  if (refused.length === 0) return null;
  const shown = refused.slice(0, mostShown);
  const registrars = mayAllow ? listRegistrarNames(connection) : [];
  return (
    <Card title="Refused by the registry today" figure={shown[0]?.address}>
      <p>
        {counted(shown[0]?.count ?? 0, 'request')}, the last <Instant at={shown[0]?.lastAt ?? null} />.
      </p>
      {registrars.length > 0 && <AllowForm addresses={shown.map(({ address }) => address)} registrars={registrars} />}
      <Link href="/admin/usage?api=registry#refused" prefetch={false} className={styles.quiet}>
        All refused callers
      </Link>
    </Card>
  );
}
