import Link from 'next/link';
import { screens } from '#app/admin/words.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import type { Connection } from '#db/client.ts';
import { counted } from '#lib/counted.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { unreadableAllowlistRows } from '#server/access/allowlist.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';

/** The rows of the allowlist that cannot be read; nothing while all can. */
export function AllowlistCard({ connection }: { readonly connection: Connection }) {
  const unreadable = unreadableAllowlistRows(connection);
  if (unreadable.length === 0) return null;
  return (
    <Card
      title="Allowlist"
      isWide
      figure={`${counted(unreadable.length, 'network')} cannot be read`}
      care="Registrars with these networks may be refused."
    >
      <ul className={styles.list}>
        {unreadable.map(({ row: { id, registrarId, registrar, network }, reason }) => (
          <li key={id}>
            <Link href={`/admin/registrars/${registrarId}`} prefetch={false}>
              <Breakable text={registrar} />
            </Link>
            , <Breakable text={String(network)} />: {reasonWords(reason, screens)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
