import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { Section } from '#components/admin/Section.tsx';
import { State } from '#components/admin/State.tsx';
import { type CallerLink, linksToPassOn } from '#db/access/requests/links.ts';
import { type AccessRequest, pageOfRequests } from '#db/access/requests/requests.ts';
import { connections } from '#db/client.ts';
import { type RequestState, requestDays } from '#lib/access/requests.ts';
import { now } from '#lib/clock.ts';
import { PassOnButton } from './DecisionForms.tsx';
import { kindWords, linkPurposes, requestList, stateWords } from './request-list.ts';

export const metadata: Metadata = { title: 'Requests' };

const kinds: Readonly<Record<RequestState, 'soon' | 'good' | 'ended'>> = {
  open: 'soon',
  unconfirmed: 'ended',
  approved: 'good',
  done: 'good',
  declined: 'ended',
};

const columns: readonly Column<AccessRequest>[] = [
  { key: 'name', title: 'Who', href: ({ id }) => `${requestList.path}/${id}`, render: ({ name }) => <bdi>{name}</bdi> },
  { key: 'organisation', title: 'Organisation', render: ({ organisation }) => <bdi>{organisation}</bdi> },
  { key: 'email', title: 'Email', render: ({ email }) => <Breakable text={email} /> },
  { key: 'kind', title: 'Asks for', render: ({ kind }) => kindWords[kind] },
  { key: 'state', title: 'State', render: ({ state }) => <State kind={kinds[state]}>{stateWords[state]}</State> },
  { key: 'came', title: 'Received', render: ({ createdAt }) => <Instant at={createdAt} /> },
];

export default async function RequestsPage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  const list = readList(await searchParams, requestList);
  return (
    <AdminPage
      title="Requests"
      intro={`Keys and networks that people ask for on the pages for developers. Requests are deleted after ${requestDays} days.`}
    >
      {mayEdit && <LinksToPassOn />}
      <StaffList
        list={list}
        columns={columns}
        page={pageOfRequests(connections().reader, list.query)}
        exportPath="/admin/export/requests"
        empty="Nobody has asked yet. The forms are at /developers/ask and /developers/ask-networks."
      />
    </AdminPage>
  );
}

const linkColumns: readonly Column<CallerLink>[] = [
  { key: 'email', title: 'For', render: ({ email }) => email },
  {
    key: 'link',
    title: 'Link',
    render: ({ tokenHash, email }) => <PassOnButton link={tokenHash} whose={email} />,
  },
  { key: 'purpose', title: 'What it does', render: ({ purpose }) => linkPurposes[purpose] },
  { key: 'ends', title: 'Works until', render: ({ expiresAt }) => <Instant at={expiresAt} /> },
];

/** The links that could not be mailed, because SMTP_URL is not set. */
function LinksToPassOn() {
  const links = linksToPassOn(connections().reader, now());
  if (links.length === 0) return null;
  return (
    <Section
      title="Links to pass on"
      intro="SMTP_URL was not set when these were asked for, so nobody was mailed. Send each only to its own address: whoever has it can use it."
    >
      <DataTable
        label="links"
        columns={linkColumns}
        rows={links}
        rowKey={({ tokenHash }) => tokenHash}
        empty={<p>No links.</p>}
      />
    </Section>
  );
}
