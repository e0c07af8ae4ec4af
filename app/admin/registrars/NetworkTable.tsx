import Link from 'next/link';
import { Instant } from '#components/admin/Instant.tsx';
import type { BulkAction } from '#components/admin/lists/BulkSelection.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { State } from '#components/admin/State.tsx';
import { type AllowedNetwork, pageOfNetworks } from '#db/access/networks.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { entryStateOf } from '#lib/access/allowlist.ts';
import { now } from '#lib/clock.ts';
import { removeNetworks } from './actions.ts';
import { RemoveNetworkButton } from './NetworkForm.tsx';
import { networkList } from './registrar-list.ts';

interface NetworkTableProps {
  readonly registrarId: number;
  readonly params: SearchParams;
  readonly mayEdit: boolean;
}

/** The networks of one registrar. */
export function NetworkTable({ registrarId, params, mayEdit }: NetworkTableProps) {
  const path = `/admin/registrars/${registrarId}`;
  const nowMs = now();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const list = readList(params, networkList(registrarId));
  return (
    <StaffList
      list={list}
      columns={columnsOf(path, mayEdit ? revision : undefined, nowMs)}
      page={pageOfNetworks(reader, { ...list.query, registrarId }, nowMs)}
      exportPath={`/admin/export/networks?registrar=${registrarId}`}
      bulk={mayEdit ? { one: 'network', nameOf: ({ network }) => network, actions: bulkActions, revision } : undefined}
      empty={`This registrar has no networks yet, so its requests are refused. ${
        mayEdit ? 'Allow its first address above.' : 'An editor can allow its first address.'
      }`}
    />
  );
}

const bulkActions: readonly BulkAction[] = [
  {
    label: 'Remove',
    done: 'removed',
    act: removeNetworks,
    detail: 'Callers from them are refused within a second, unless another entry contains their address.',
  },
];

/** @param revision of the page, for the buttons of editors */
function columnsOf(path: string, revision: number | undefined, nowMs: number): Column<AllowedNetwork>[] {
  const columns: Column<AllowedNetwork>[] = [
    { key: 'network', title: 'Network', render: ({ network }) => network },
    { key: 'note', title: 'Note', render: ({ note }) => note },
    { key: 'state', title: 'State', render: (entry) => <Standing entry={entry} nowMs={nowMs} /> },
    {
      key: 'from',
      title: 'Valid from',

      render: ({ validFrom }) => <Instant at={validFrom} />,
    },
    {
      key: 'until',
      title: 'Valid until',

      render: ({ validUntil }) => <Instant at={validUntil} />,
    },
    { key: 'created', title: 'Added', render: ({ createdAt }) => <Instant at={createdAt} /> },
  ];
  if (revision === undefined) return columns;
  return [
    ...columns,
    {
      key: 'change',
      title: 'Change',
      render: ({ id, network }) => (
        <Link prefetch={false} href={`${path}/networks/${id}`} aria-label={`Change ${network}`}>
          Change
        </Link>
      ),
    },
    {
      key: 'remove',
      title: 'Remove',
      render: ({ id, network }) => <RemoveNetworkButton {...{ id, network, revision }} />,
    },
  ];
}

function Standing({ entry, nowMs }: { readonly entry: AllowedNetwork; readonly nowMs: number }) {
  const state = entryStateOf({ ...entry, enabled: true }, nowMs);
  if (state === 'active') return <State kind="good">Valid</State>;
  return state === 'not yet valid' ? (
    <State kind="soon">Not yet valid</State>
  ) : (
    <State kind="ended">No longer valid</State>
  );
}
