import Link from 'next/link';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type BulkAction, BulkSelection } from '#components/admin/lists/BulkSelection.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListTools, shownColumns } from '#components/admin/lists/StaffList.tsx';
import type { Connection } from '#db/client.ts';
import { type RefusedCaller, readRefusedCallers } from '#db/usage/refused-callers.ts';
import { parseAddress } from '#lib/access/address.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { addressDays, mostRefusedAddressesAnHour, type RefusalReason, type UsageApi } from '#lib/usage/batch.ts';
import { registrarAt } from '#server/access/allowlist.ts';
import { AccountName } from './TopAccounts.tsx';
import styles from './usage.module.css';
import { accountNames, apiTitles, type NamedAccount, type UsageQuestion } from './usage-question.ts';

interface RefusedCallersProps {
  readonly connection: Connection;
  readonly question: UsageQuestion;
  readonly mayAllow: boolean;
}

const reasonWords: Readonly<Record<RefusalReason, string>> = {
  'not allowed': 'from addresses that are no longer kept',
  'no valid key': 'without a valid key, from addresses that are no longer kept',
  'proxy in front': 'through a proxy that is not in TRUSTED_PROXIES, so that the client address is unknown',
  'address unknown':
    'whose client address is unknown: a trusted proxy sent none, or an address with a port, as the log says',
};

/** The callers that were refused, and how to let each in. */
export function RefusedCallers({ connection, question, mayAllow }: RefusedCallersProps) {
  const { period, api, state, query } = question;
  const { rows, callers, withoutAddress } = readRefusedCallers(connection, { from: period.from, api }, query);
  const nameOf = accountNames(connection, 'registry', []);
  const all = columns(mayAllow, nameOf);
  return (
    <section className={styles.section} aria-labelledby="refused">
      <div className={styles.heading}>
        <h2 id="refused">Refused callers</h2>
      </div>
      <p className={styles.note}>
        The registry admits the addresses on its allowlist, broadband the callers with a valid key. At most{' '}
        {mostRefusedAddressesAnHour.toLocaleString('en-NZ')} addresses an hour are kept, for {addressDays} days.
      </p>
      <BulkSelection one="address" many="addresses" actions={bulkActions} revision={0}>
        <DataTable
          label="refused callers"
          columns={shownColumns(all, state.columns)}
          rows={rows}
          total={callers}
          state={state}
          rowKey={(row) => `${row.api} ${row.address}`}
          select={mayAllow ? { nameOf: refusedAddress, value: ({ address }) => address } : undefined}
          tools={<ListTools state={state} columns={all} exportPath="/admin/export/refused-callers" />}
          empty="No callers were refused in this period."
        />
      </BulkSelection>
      {withoutAddress.map(({ reason, count }) => (
        <p key={reason} className={styles.note}>
          Also {counted(count, 'request')} {reasonWords[reason]}.
        </p>
      ))}
    </section>
  );
}

const bulkActions: readonly BulkAction[] = [
  { label: 'Allow them together', href: '/admin/registrars/allow', parameter: 'address' },
];

/** Only an address that the allowlist still refuses can be allowed. */
function refusedAddress({ address, api }: RefusedCaller): string | undefined {
  return api === 'registry' && registrarIdAt(address) === undefined ? address : undefined;
}

function columns(mayAllow: boolean, nameOf: (id: number) => NamedAccount): readonly Column<RefusedCaller>[] {
  return [
    { key: 'address', title: 'Address', render: (row) => <Breakable text={row.address} /> },
    { key: 'now', title: 'Remedy', render: (row) => <Remedy row={row} mayAllow={mayAllow} nameOf={nameOf} /> },
    { key: 'api', title: 'API', render: (row) => apiTitles[row.api] },
    { key: 'why', title: 'Reason', render: (row) => whyWords[row.api] },
    { key: 'count', title: 'Requests', isNumber: true, render: (row) => row.count },
    { key: 'last', title: 'Last request', render: (row) => <Instant at={row.lastAt} /> },
  ];
}

const whyWords: Readonly<Record<UsageApi, string>> = {
  registry: 'Not on the allowlist',
  broadband: 'No valid key',
};

interface RemedyProps {
  readonly row: RefusedCaller;
  readonly mayAllow: boolean;
  readonly nameOf: (id: number) => NamedAccount;
}

function Remedy({ row: { address, api }, mayAllow, nameOf }: RemedyProps) {
  if (api === 'broadband') {
    return (
      <Link href="/admin/users" prefetch={false}>
        Issue a key to its owner
      </Link>
    );
  }
  const registrarId = registrarIdAt(address);
  if (registrarId !== undefined) {
    return (
      <>
        Now allowed: <AccountName account={nameOf(registrarId)} />
      </>
    );
  }
  if (!mayAllow) return 'An editor can allow it';
  return (
    <Link href={`/admin/registrars/allow?address=${encodeURIComponent(address)}`} prefetch={false}>
      Allow this address<span className={styles.hidden}> {address}</span>
    </Link>
  );
}

/** The registrar whose networks include an address now; undefined if the allowlist still refuses it. */
export function registrarIdAt(address: string): number | undefined {
  const parsed = parseAddress(address);
  return parsed === null ? undefined : registrarAt(parsed, now())?.registrarId;
}
