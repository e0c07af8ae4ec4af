import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { type CallerLink, linksToPassOn } from '#db/access/requests/links.ts';
import { connections } from '#db/client.ts';
import type { LinkPurpose } from '#lib/access/requests.ts';
import { now } from '#lib/clock.ts';
import { PassOnButton } from './PassOnButton.tsx';

const purposes: Readonly<Record<LinkPurpose, string>> = {
  confirm: 'Confirms the address of a request',
  claim: 'Shows an approved key',
  'sign-in': 'Signs in to see keys and networks',
};

const columns: readonly Column<CallerLink>[] = [
  { key: 'email', title: 'For', render: ({ email }) => email },
  {
    key: 'link',
    title: 'Link',
    render: ({ tokenHash, email }) => <PassOnButton link={tokenHash} whose={email} />,
  },
  { key: 'purpose', title: 'What it does', render: ({ purpose }) => purposes[purpose] },
  { key: 'ends', title: 'Works until', render: ({ expiresAt }) => <Instant at={expiresAt} /> },
];

/** The links that could not be mailed, because SMTP_URL is not set. */
export function LinksToPassOn() {
  const links = linksToPassOn(connections().reader, now());
  if (links.length === 0) return null;
  return (
    <Section
      title="Links to pass on"
      intro="SMTP_URL was not set when these were asked for, so nobody was mailed. Send each only to its own address: whoever has it can use it."
    >
      <DataTable
        label="links"
        columns={columns}
        rows={links}
        rowKey={({ tokenHash }) => tokenHash}
        empty={<p>No links.</p>}
      />
    </Section>
  );
}
