import Link from 'next/link';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import type { Connection } from '#db/client.ts';
import { readRefusedCallers } from '#db/usage/questions.ts';
import { parseAddress } from '#lib/access/address.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import type { RefusalReason, UsageApi } from '#lib/usage/batch.ts';
import { registrarAt } from '#server/access/allowlist.ts';
import { accountNames, type NamedAccount } from './account-names.ts';
import { AccountName } from './TopAccounts.tsx';
import styles from './usage.module.css';
import { apiTitles, type UsageQuestion } from './usage-question.ts';

interface RefusedCallersProps {
  readonly connection: Connection;
  readonly question: UsageQuestion;
  readonly mayAllow: boolean;
}

type RefusedRow = ReturnType<typeof readRefusedCallers>['rows'][number];

const reasonWords: Readonly<Record<RefusalReason, string>> = {
  'not allowed': 'whose address is no longer kept',
  'no valid key': 'without a valid key whose address is no longer kept',
  'proxy in front': 'through a proxy that is not in TRUSTED_PROXIES, so that nobody knows whose they are',
  'address unknown': 'whose address could not be established',
};

/** Who was not let in, with the address that was seen, and the way to let it in. */
export function RefusedCallers({ connection, question, mayAllow }: RefusedCallersProps) {
  const { period, api, state, query } = question;
  const { rows, callers, withoutAddress } = readRefusedCallers(connection, { from: period.from, api }, query);
  const nameOf = accountNames(connection, 'registry', []);
  return (
    <section className={styles.section} aria-labelledby="refused">
      <div className={styles.heading}>
        <h2 id="refused">Not let in</h2>
      </div>
      <p className={styles.note}>
        The registry lets in addresses on a registrar’s list, broadband those who show a key. At most 1,000 addresses an
        hour are kept, for 30 days.
      </p>
      <div className={styles.wide}>
        <DataTable
          label="refused callers"
          columns={columns(mayAllow, nameOf)}
          rows={rows}
          total={callers}
          state={state}
          rowKey={(row) => `${row.api} ${row.address}`}
          empty="Nobody was refused in this time: there is nothing to do here."
        />
      </div>
      {withoutAddress.map(({ reason, count }) => (
        <p key={reason} className={styles.note}>
          And {counted(count, 'request')} {reasonWords[reason]}.
        </p>
      ))}
    </section>
  );
}

function columns(mayAllow: boolean, nameOf: (id: number) => NamedAccount): readonly Column<RefusedRow>[] {
  return [
    { key: 'address', title: 'Address seen', render: (row) => <Breakable text={row.address} /> },
    { key: 'now', title: 'What to do', render: (row) => <Remedy row={row} mayAllow={mayAllow} nameOf={nameOf} /> },
    { key: 'api', title: 'API', render: (row) => apiTitles[row.api] },
    { key: 'why', title: 'Why', render: (row) => whyWords[row.api] },
    { key: 'count', title: 'Requests', isNumber: true, render: (row) => row.count },
    { key: 'last', title: 'Last', render: (row) => <Instant at={row.lastAt} /> },
  ];
}

const whyWords: Readonly<Record<UsageApi, string>> = {
  registry: 'On no registrar’s list',
  broadband: 'No valid key',
};

interface RemedyProps {
  readonly row: RefusedRow;
  readonly mayAllow: boolean;
  readonly nameOf: (id: number) => NamedAccount;
}

function Remedy({ row: { address, api }, mayAllow, nameOf }: RemedyProps) {
  if (api === 'broadband') {
    return (
      <Link href="/admin/users" prefetch={false}>
        Give its owner a key
      </Link>
    );
  }
  const parsed = parseAddress(address);
  const registrarId = parsed === null ? undefined : registrarAt(parsed, now())?.registrarId;
  if (registrarId !== undefined) {
    return (
      <>
        Allowed by now: <AccountName account={nameOf(registrarId)} />
      </>
    );
  }
  if (!mayAllow) return 'An editor can allow it';
  return (
    <LinkButton href={`/admin/registrars/allow?address=${encodeURIComponent(address)}`} variant="light" size="xs">
      Allow this address<span className={styles.hidden}> {address}</span>
    </LinkButton>
  );
}
