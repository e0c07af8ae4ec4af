import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { readTopCallers } from '#db/usage/questions.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { addressDays } from '#lib/usage/batch.ts';
import { shareWords } from '#lib/usage/words.ts';
import { accountNames } from './account-names.ts';
import { CountsTable } from './CountsTable.tsx';
import { AccountName } from './TopAccounts.tsx';
import styles from './usage.module.css';
import type { UsageQuestion } from './usage-question.ts';

const most = 20;

/** The addresses of registrars and keys with the most requests. */
export function TopCallers({
  connection,
  question: { period, api },
}: {
  connection: Connection;
  question: UsageQuestion;
}) {
  const rows = readTopCallers(connection, { from: aucklandMidnight(period.from, 0), api }, most);
  const idsOf = (one: string) => rows.filter((row) => row.api === one).map(({ accountId }) => accountId);
  const names = {
    registry: accountNames(connection, 'registry', idsOf('registry')),
    broadband: accountNames(connection, 'broadband', idsOf('broadband')),
  };
  return (
    <section className={styles.card} aria-labelledby="callers">
      <div className={styles.heading}>
        <h2 id="callers">Addresses with the most requests</h2>
      </div>
      <p className={styles.note}>
        Of registrars and keys, by whole days. Addresses are kept for {addressDays} days; those of visitors to the map
        are never kept.
      </p>
      <CountsTable
        label="Addresses with the most requests"
        head={[
          { title: 'Address' },
          { title: 'Owner' },
          { title: 'Requests', isNumber: true },
          { title: 'Errors', isNumber: true },
          { title: 'Last request' },
        ]}
        rows={rows.map((row) => ({
          key: `${row.api} ${row.accountId} ${row.address}`,
          cells: [
            <Breakable key="address" text={row.address} />,
            <AccountName key="name" account={names[row.api](row.accountId)} />,
            row.count.toLocaleString('en-NZ'),
            shareWords(row.errors, row.count),
            <Instant key="last" at={row.lastAt} />,
          ],
        }))}
        empty="No addresses of registrars or keys are kept from this period."
      />
    </section>
  );
}
