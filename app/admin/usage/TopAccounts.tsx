import Link from 'next/link';
import type { ReactNode } from 'react';
import { DataTable } from '#components/admin/lists/DataTable.tsx';
import type { Connection } from '#db/client.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { shareWords } from '#lib/usage/words.ts';
import styles from './usage.module.css';
import { accountNames, listedAccounts, type NamedAccount, type UsageQuestion } from './usage-question.ts';

const words = {
  registry: { id: 'registrars', title: 'Registrars with the most requests', account: 'Registrar' },
  broadband: { id: 'keys', title: 'Keys with the most requests', account: 'Key' },
} as const;

interface TopAccountsProps {
  readonly connection: Connection;
  readonly question: UsageQuestion;
  readonly api: UsageApi;
}

/** The registrars, or the keys, with the most requests. */
export function TopAccounts({ connection, question: { period }, api }: TopAccountsProps) {
  const rows = listedAccounts(connection, period.from, api);
  const nameOf = accountNames(
    connection,
    api,
    rows.map(({ accountId }) => accountId),
  );
  const { id, title, account } = words[api];
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
      </div>
      <CountsTable
        label={title}
        head={[{ title: account }, { title: 'Requests', isNumber: true }, { title: 'Errors', isNumber: true }]}
        rows={rows.map(({ accountId, count, errors }) => ({
          key: String(accountId),
          cells: [
            <AccountName key="name" account={nameOf(accountId)} />,
            count.toLocaleString('en-NZ'),
            shareWords(errors, count),
          ],
        }))}
        empty={
          api === 'registry' ? (
            <>
              No registrars sent requests in this period. <Link href="/admin/registrars">See all registrars</Link>
            </>
          ) : (
            <>
              No keys were used in this period. <Link href="/admin/users">See all users</Link>
            </>
          )
        }
      />
    </section>
  );
}

/** The name of an account, linked to its page while it exists. */
export function AccountName({ account: { name, href } }: { account: NamedAccount }) {
  return href === undefined ? (
    name
  ) : (
    <Link href={href} prefetch={false}>
      {name}
    </Link>
  );
}

interface CountsTableProps {
  readonly label: string;
  readonly head: readonly { readonly title: string; readonly isNumber?: boolean }[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** A short table of counts. */
export function CountsTable({ label, head, rows, empty }: CountsTableProps) {
  return (
    <DataTable
      label={label}
      columns={head.map(({ title, isNumber = false }, at) => ({
        key: title,
        title,
        isNumber,
        render: ({ cells }: CountsTableProps['rows'][number]) => cells[at],
      }))}
      rows={rows}
      rowKey={({ key }) => key}
      empty={<p>{empty}</p>}
    />
  );
}
