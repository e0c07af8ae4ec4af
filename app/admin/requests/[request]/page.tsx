import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { mailing } from '#app/(developers)/caller.ts';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { QuotedText } from '#app/admin/reports/QuotedText.tsx';
import { ApproveKeyForm, ApproveNetworksForm, DeclineForm, PassOnButton } from '#app/admin/requests/DecisionForms.tsx';
import { kindWords, linkPurposes, stateWords } from '#app/admin/requests/request-list.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import { type Fact, Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { getKey } from '#db/access/keys.ts';
import { getRegistrar, listRegistrarNames } from '#db/access/registrars.ts';
import { linksToPassOn } from '#db/access/requests/links.ts';
import { type AccessRequest, getRequest } from '#db/access/requests/requests.ts';
import { getUserByEmail } from '#db/access/users.ts';
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
  const { isMailSet } = mailing();
  return (
    <AdminPage title={`Request ${id}`} navigation={<BackLink href="/admin/requests">All requests</BackLink>}>
      <Section title={kindWords[kind]}>
        <Facts facts={[...factsOf(request), ...resultsOf(request)]} />
        <QuotedText text={`To be used for: ${purpose}`} />
        {networks !== '' && <QuotedText text={`Networks:\n${networks}`} />}
        {reason !== '' && <QuotedText text={`Declined: ${reason}`} />}
      </Section>
      {mayEdit && <NewsToPassOn request={request} isMailSet={isMailSet} />}
      {mayDecide && kind === 'key' && (
        <Section title="Approve" intro={isMailSet ? mailedClaim : claimToPassOn}>
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
          <DeclineForm id={id} revision={revision} isMailSet={isMailSet} />
        </Section>
      )}
    </AdminPage>
  );
}

function factsOf({
  name,
  organisation,
  email,
  state,
  createdAt,
  confirmedAt,
  decidedAt,
  decidedBy,
}: AccessRequest): Fact[] {
  return [
    ['State', stateWords[state]],
    ['Name', <bdi key="name">{name}</bdi>],
    ['Organisation', <bdi key="organisation">{organisation}</bdi>],
    ['Email', <Breakable key="email" text={email} />],
    ['Received', <Instant key="received" at={createdAt} />],
    ['Address confirmed', <Instant key="confirmed" at={confirmedAt} never="Not yet" />],
    ['Decided', <Instant key="decided" at={decidedAt} never="Not yet" />],
    ['Decided by', decidedBy ?? ''],
  ];
}

/** What the approval led to, with links, as far as it still exists. */
function resultsOf({ kind, state, email, registrarId, keyId }: AccessRequest): Fact[] {
  const { reader } = connections();
  if (state !== 'approved' && state !== 'done') return [];
  if (kind === 'networks') {
    const registrar = registrarId === null ? undefined : getRegistrar(reader, registrarId);
    return registrar === undefined
      ? []
      : [
          [
            'Registrar',
            <ResultLink key="registrar" href={`/admin/registrars/${registrar.id}`} name={registrar.name} />,
          ],
        ];
  }
  const user = getUserByEmail(reader.db, email);
  const key = keyId === null ? undefined : getKey(reader, keyId);
  const userFact: Fact | undefined = user && [
    'User',
    <ResultLink key="user" href={`/admin/users/${user.id}`} name={user.email} />,
  ];
  const keyFact: Fact | undefined = key && [
    'Key',
    <ResultLink key="key" href={`/admin/users/keys/${key.id}`} name={`${key.prefix}…`} />,
  ];
  return [userFact, keyFact].filter((fact) => fact !== undefined);
}

function ResultLink({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <Link href={href} prefetch={false}>
      <Breakable text={name} />
    </Link>
  );
}

const mailedClaim = 'Whoever asked is mailed a link that shows the key once. Staff never see it.';
const claimToPassOn =
  'SMTP_URL is not set, so nobody is mailed. You get a link to pass on, which shows the key once; do not open it yourself.';

interface NewsToPassOnProps {
  readonly request: AccessRequest;
  readonly isMailSet: boolean;
}

/** What staff have to tell whoever asked, since no mail did; hidden if nothing. */
function NewsToPassOn({ request, isMailSet }: NewsToPassOnProps) {
  const { id, email, state } = request;
  const link = linksToPassOn(connections().reader, now(), { requestId: id }).at(-1);
  if (link !== undefined && (state === 'unconfirmed' || state === 'approved')) {
    return (
      <Section
        title="Link to pass on"
        intro={`${linkPurposes[link.purpose]}. Nobody was mailed, since SMTP_URL was not set: send it to ${email} yourself, and to nobody else.`}
      >
        <div>
          <PassOnButton link={link.tokenHash} whose={email} />
        </div>
      </Section>
    );
  }
  if (isMailSet || !isDecided(request)) return null;
  return (
    <Section title="Pass on the decision">
      <p>
        SMTP_URL is not set, so nobody is mailed: tell <Breakable text={email} /> yourself
        {state === 'declined' ? ', with the reason.' : ' that the networks are allowed.'}
      </p>
    </Section>
  );
}

/** Whether it was decided what is only mailed: a key is fetched by its link. */
function isDecided({ kind, state }: AccessRequest): boolean {
  return state === 'declined' || (state === 'done' && kind === 'networks');
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
