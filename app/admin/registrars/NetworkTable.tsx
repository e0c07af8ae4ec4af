import Link from 'next/link';
import { chosen, pageRequest } from '#app/admin/page-wanted.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { State } from '#components/admin/State.tsx';
import { networkSorts, networkStates, pageOfNetworks } from '#db/access/network-list.ts';
import type { AllowedNetwork } from '#db/access/networks.ts';
import { connections } from '#db/client.ts';
import { entryStateOf } from '#lib/access/admission.ts';
import { now } from '#lib/clock.ts';
import { RemoveNetworkButton } from './RemoveButtons.tsx';

interface NetworkTableProps {
  readonly registrarId: number;
  readonly params: SearchParams;
  readonly mayEdit: boolean;
}

/** The networks of one registrar. */
export function NetworkTable({ registrarId, params, mayEdit }: NetworkTableProps) {
  const path = `/admin/registrars/${registrarId}`;
  const state = parseListState(params, { path, sortable: networkSorts, filters: ['search', 'state'] });
  const { search = '' } = state.filters;
  const standing = chosen(state.filters.state, networkStates);
  const nowMs = now();
  const wanted = { ...pageRequest(state, networkSorts, rowsPerPage), registrarId, search, state: standing };
  const { rows, total } = pageOfNetworks(connections().reader, wanted, nowMs);
  const isNarrowed = search !== '' || standing !== undefined;
  return (
    <>
      {(total > 0 || isNarrowed) && (
        <ListFilter
          state={state}
          fields={[
            { name: 'search', label: 'Search networks', placeholder: 'Network or note' },
            {
              name: 'state',
              label: 'State',
              choices: [
                { value: '', label: 'All' },
                { value: 'valid', label: 'Valid now' },
                { value: 'not-yet', label: 'Not yet valid' },
                { value: 'lapsed', label: 'No longer valid' },
              ],
            },
          ]}
        />
      )}
      <DataTable
        label="networks"
        columns={columnsOf(path, mayEdit, nowMs)}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ id }) => id}
        empty={
          isNarrowed ? (
            <NoMatches what="network" path={path} />
          ) : (
            <p>
              This registrar has no networks yet, so it cannot ask.{' '}
              {mayEdit ? 'Allow its first address above.' : 'An editor can allow its first address.'}
            </p>
          )
        }
      />
    </>
  );
}

function columnsOf(path: string, mayEdit: boolean, nowMs: number): Column<AllowedNetwork>[] {
  const columns: Column<AllowedNetwork>[] = [
    { key: 'network', title: 'Network', isSortable: true, render: ({ network }) => network },
    { key: 'note', title: 'Note', isSortable: true, render: ({ note }) => note || '–' },
    { key: 'state', title: 'State', render: (entry) => <Standing entry={entry} nowMs={nowMs} /> },
    {
      key: 'from',
      title: 'Valid from',
      isSortable: true,
      render: ({ validFrom }) => <Instant at={validFrom} />,
    },
    {
      key: 'until',
      title: 'Valid until',
      isSortable: true,
      render: ({ validUntil }) => <Instant at={validUntil} />,
    },
    { key: 'created', title: 'Added', isSortable: true, render: ({ createdAt }) => <Instant at={createdAt} /> },
  ];
  if (!mayEdit) return columns;
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
    { key: 'remove', title: 'Remove', render: ({ id, network }) => <RemoveNetworkButton id={id} network={network} /> },
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
