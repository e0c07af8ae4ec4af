import Link from 'next/link';
import { screens } from '#app/admin/words.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { counted } from '#lib/counted.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import type { unreadableAllowlistRows } from '#server/access/allowlist.ts';
import styles from './Problems.module.css';

/** The rows of the allowlist that cannot be read. */
export function AllowlistProblem({ unreadable }: { readonly unreadable: ReturnType<typeof unreadableAllowlistRows> }) {
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
