import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Connection } from '#db/client.ts';
import { readTopCallers } from '#db/usage/questions.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { shareWords } from '#lib/usage/words.ts';
import { accountNames } from './account-names.ts';
import { CountsTable } from './CountsTable.tsx';
import { AccountName } from './TopAccounts.tsx';
import styles from './usage.module.css';
import type { UsageQuestion } from './usage-question.ts';

const most = 20;

/** The addresses that registrars and keys asked from most. */
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
        <h2 id="callers">Addresses that asked most</h2>
      </div>
      <p className={styles.note}>
        Of registrars and keys, by whole days. Addresses are kept 30 days, those of visitors of the map never.
      </p>
      <CountsTable
        label="Addresses that asked most"
        isWide
        head={[
          { title: 'Address' },
          { title: 'Whose' },
          { title: 'Requests', isNumber: true },
          { title: 'In vain', isNumber: true },
          { title: 'Last' },
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
        empty="No address of a registrar or key is known from this time."
      />
    </section>
  );
}
