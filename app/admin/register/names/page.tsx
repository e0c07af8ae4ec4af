import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { connections } from '#db/client.ts';
import { mostListed, pageOfNames } from '#db/registry/name-list.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { now } from '#lib/clock.ts';
import { nameColumns } from './name-columns.tsx';
import { nameList } from './name-list.ts';
import { nameQueryOf } from './names-question.ts';

export const metadata: Metadata = { title: 'Names in the register' };

export default async function NamesPage({ searchParams }: ListPageProps) {
  await requireStaff();
  const list = readList(await searchParams, nameList);
  const query = nameQueryOf(list.query);
  const { contains } = list.query;
  const nowMs = now();
  const { reader } = connections();
  const page = pageOfNames(reader, query, nowMs);
  return (
    <RegisterPage
      title="Names in the register"
      intro="The days are those on which pending names drop, released names became available and other names were registered."
    >
      <StaffList
        list={list}
        columns={nameColumns(nowMs, getLastRelease(reader)?.scheduleDate)}
        page={page}
        exportPath="/admin/export/names"
        empty="The register is empty: import a register file."
      >
        {contains !== '' && query.contains === undefined && (
          <FormError sentence={`No label contains “${contains}”: labels consist of a–z, 0–9, hyphens and ā ē ī ō ū.`} />
        )}
        {page.isCut && (
          <p>
            More than {mostListed.toLocaleString('en-NZ')} names match; the list shows the first of them. Use the
            filters to see others.
          </p>
        )}
      </StaffList>
    </RegisterPage>
  );
}
