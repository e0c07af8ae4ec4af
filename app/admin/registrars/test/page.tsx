import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { TestAddressForm } from '#app/admin/registrars/TestAddressForm.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { State } from '#components/admin/State.tsx';
import { entriesHolding } from '#db/access/networks.ts';
import { connections } from '#db/client.ts';
import { type Address, parseAddress } from '#lib/access/address.ts';
import { type EntryState, explainAdmission } from '#lib/access/allowlist.ts';
import { now } from '#lib/clock.ts';

export const metadata: Metadata = { title: 'Test an address' };

type Entry = ReturnType<typeof entriesHolding>[number];

export default async function TestAddressPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { mayEdit } = await requireStaff();
  const asked = (await searchParams).address;
  const text = typeof asked === 'string' ? asked.trim() : '';
  const address = parseAddress(text);
  const error =
    text !== '' && address === null
      ? `“${text.slice(0, 60)}” is not an IP address; write it like 192.0.2.7 or 2001:db8::7.`
      : undefined;
  return (
    <AdminPage
      title="Test an address"
      intro="Whether the registry API would accept a request from this address now."
      navigation={<BackLink href="/admin/registrars">All registrars</BackLink>}
    >
      <TestAddressForm address={text} error={error} />
      {address !== null && <Verdict address={address} mayEdit={mayEdit} />}
    </AdminPage>
  );
}

function Verdict({ address, mayEdit }: { readonly address: Address; readonly mayEdit: boolean }) {
  const { by, others } = explainAdmission(entriesHolding(connections().reader, address), now());
  return (
    <Section title={by === undefined ? `${address.text} is refused` : `${address.text} gets in`}>
      {by === undefined ? (
        <>
          <p>
            <State kind="ended">Refused (403)</State>{' '}
            {others.length === 0
              ? 'No registrar has a network that contains this address.'
              : 'No valid entry contains this address.'}
          </p>
          {mayEdit && (
            <p>
              <Link href={`/admin/registrars/allow?address=${encodeURIComponent(address.text)}`}>
                Allow {address.text} for a registrar
              </Link>
            </p>
          )}
        </>
      ) : (
        <p>
          <State kind="good">Gets in</State> as <RegistrarLink entry={by} />, through the entry {by.network}.
        </p>
      )}
      {others.length > 0 && (
        <>
          <p>Other entries that contain it:</p>
          <ul>
            {others.map(({ entry, state }) => (
              <li key={entry.network}>
                {entry.network} of <RegistrarLink entry={entry} />: <StateOf entry={entry} state={state} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function RegistrarLink({ entry }: { readonly entry: Entry }) {
  return (
    <Link prefetch={false} href={`/admin/registrars/${entry.registrarId}`}>
      {entry.registrar}
    </Link>
  );
}

function StateOf({ entry, state }: { readonly entry: Entry; readonly state: EntryState }) {
  switch (state) {
    case 'active':
      return 'valid, but the longer prefix decides.';
    case 'registrar disabled':
      return 'the registrar is disabled.';
    case 'not yet valid':
      return (
        <>
          valid only from <Instant at={entry.validFrom} />.
        </>
      );
    case 'no longer valid':
      return (
        <>
          not valid since <Instant at={entry.validUntil} />.
        </>
      );
  }
}
