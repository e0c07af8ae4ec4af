import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList, rowsPerPage } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { findSettings, type ListedSetting, settingList } from './setting-list.ts';

export const metadata: Metadata = { title: 'Settings of the server' };

const columns: readonly Column<ListedSetting>[] = [
  { key: 'name', title: 'Setting', render: ({ name }) => <Breakable text={name} /> },
  { key: 'otherwise', title: 'Unless it is set', render: ({ otherwise }) => <Breakable text={otherwise || '–'} /> },
  { key: 'meaning', title: 'What it does', render: ({ meaning }) => <Breakable text={meaning} /> },
];

export default async function SettingsPage({ searchParams }: ListPageProps) {
  await requireStaff();
  const list = readList(await searchParams, settingList);
  const found = findSettings(list.query.search, { inMeanings: true });
  const first = (list.query.page - 1) * rowsPerPage;
  return (
    <AdminPage
      title="Settings of the server"
      intro="The server’s administrator sets these in its environment or its file of settings, and reloads it. Their values are not shown here: some are secrets. Other documents that are named are in docs/operate."
    >
      <StaffList
        list={list}
        columns={columns}
        page={{ rows: found.slice(first, first + rowsPerPage), total: found.length }}
        empty="There are no settings."
      />
    </AdminPage>
  );
}
