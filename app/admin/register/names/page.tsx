import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { DataTable } from '#components/admin/lists/DataTable.tsx';
import { ListFilter } from '#components/admin/lists/ListFilter.tsx';
import { parseListState, type SearchParams } from '#components/admin/lists/list-state.ts';
import { NoMatches } from '#components/admin/lists/NoMatches.tsx';
import { connections } from '#db/client.ts';
import { mostListed, type NameOfList, pageOfNames } from '#db/registry/name-list.ts';
import { now } from '#lib/clock.ts';
import { suffixes } from '#lib/registry/names/suffix.ts';
import { nameColumns } from './name-columns.tsx';
import { filterNames, namesWanted } from './names-question.ts';

export const metadata: Metadata = { title: 'Names in the register' };

const path = '/admin/register/names';

export default async function NamesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff();
  const state = parseListState(await searchParams, { path, sortable: ['name'], filters: filterNames });
  const wanted = namesWanted(state.filters, state.page);
  const { contains = '' } = state.filters;
  const nowMs = now();
  const { rows, total, isCut } = pageOfNames(connections().reader, wanted, nowMs);
  const isNarrowed = Object.values(state.filters).some((text) => text !== '');
  return (
    <RegisterPage
      title="Names in the register"
      intro="The days are those on which pending names drop, released names became available, and all others were registered."
    >
      <ListFilter
        state={state}
        fields={[
          {
            name: 'state',
            label: 'Status',
            choices: [
              { value: '', label: 'All' },
              { value: 'active', label: 'Active' },
              { value: 'pending', label: 'PendingRelease' },
              { value: 'released', label: 'Released' },
            ],
          },
          {
            name: 'suffix',
            label: 'Suffix',
            choices: [
              { value: '', label: 'All' },
              ...suffixes.map((suffix) => ({ value: suffix, label: `.${suffix}` })),
            ],
          },
          { name: 'contains', label: 'Label contains', placeholder: 'kōwhai' },
          { name: 'from', label: 'From (day)', type: 'date' },
          { name: 'until', label: 'Until (day)', type: 'date' },
        ]}
      />
      {contains !== '' && wanted.contains === undefined && (
        <FormError sentence={`No label contains “${contains}”: labels consist of a–z, 0–9, hyphens and ā ē ī ō ū.`} />
      )}
      {isCut && (
        <p>
          More than {mostListed.toLocaleString('en-NZ')} names match; the list shows the first of them. Use the filters
          to see others.
        </p>
      )}
      <DataTable<NameOfList>
        label="names"
        columns={nameColumns(nowMs)}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ name }) => name}
        empty={
          isNarrowed ? <NoMatches what="name" path={path} /> : <p>The register is empty: import a register file.</p>
        }
      />
    </RegisterPage>
  );
}
