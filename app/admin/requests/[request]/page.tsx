import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { QuotedText } from '#app/admin/reports/QuotedText.tsx';
import { ApproveKeyForm, ApproveNetworksForm, DeclineForm } from '#app/admin/requests/DecisionForms.tsx';
import { kindWords, stateWords } from '#app/admin/requests/request-list.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { listRegistrarNames } from '#db/access/registrars.ts';
import { type AccessRequest, getRequest } from '#db/access/requests/requests.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { timeField } from '#lib/time/typed-time.ts';

export const metadata: Metadata = { title: 'Request' };

const yearMs = 365 * 86_400_000;

export default async function RequestPage({ params }: { params: Promise<{ request: string }> }) {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const request = getRequest(reader, numberOf((await params).request));
  if (request === undefined) notFound();
  const { id, kind, state, purpose, networks, reason } = request;
  const mayDecide = state === 'open' && mayEdit;
  return (
    <AdminPage
      title={`Request ${id}`}
      actions={
        <LinkButton variant="default" href="/admin/requests">
          All requests
        </LinkButton>
      }
    >
      <Section title={kindWords[kind]}>
        <Facts facts={factsOf(request)} />
        <QuotedText text={purpose} />
        {networks !== '' && <QuotedText text={networks} />}
        {reason !== '' && <QuotedText text={`Declined: ${reason}`} />}
      </Section>
      {mayDecide && kind === 'key' && (
        <Section title="Approve" intro="Whoever asked gets a link that shows the key once. Staff never see it.">
          <ApproveKeyForm id={id} revision={revision} label="" expiresAt={timeField(now() + yearMs)} />
        </Section>
      )}
      {mayDecide && kind === 'networks' && (
        <Section title="Approve" intro="Requests from the networks are accepted within a second.">
          <ApproveNetworksForm id={id} revision={revision} {...registrarsFor(request)} />
        </Section>
      )}
      {mayDecide && (
        <Section title="Decline">
          <DeclineForm id={id} revision={revision} />
        </Section>
      )}
    </AdminPage>
  );
}

function factsOf({ name, organisation, email, state, createdAt, confirmedAt, decidedAt, decidedBy }: AccessRequest) {
  return [
    ['State', stateWords[state]],
    ['Name', <bdi key="name">{name}</bdi>],
    ['Organisation', <bdi key="organisation">{organisation}</bdi>],
    ['Email', <Breakable key="email" text={email} />],
    ['Received', <Instant key="received" at={createdAt} />],
    ['Address confirmed', <Instant key="confirmed" at={confirmedAt} never="Not yet" />],
    ['Decided', <Instant key="decided" at={decidedAt} never="Not yet" />],
    ['Decided by', decidedBy ?? ''],
  ] as const;
}

/** The registrars to choose from, and the one that the request names. */
function registrarsFor({ organisation }: AccessRequest) {
  const registrars = listRegistrarNames(connections().reader);
  const named = registrars.find(({ name }) => name.toLowerCase() === organisation.toLowerCase());
  const proposed =
    named === undefined
      ? { registrarId: '', newRegistrar: organisation.slice(0, 100) }
      : { registrarId: String(named.id), newRegistrar: '' };
  return { registrars, proposed };
}
