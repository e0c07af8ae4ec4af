/** What an account has that ends with it, and the unfinished jobs of its person, as numbers. */
interface Ending {
  readonly sessions: number;
  readonly passkeys: number;
  readonly authenticator: number;
  readonly links: number;
  readonly identities: number;
  readonly uploads: number;
  readonly jobsThatGoOn: number;
}

const counted = (total: number, one: string, many = `${one}s`) =>
  total === 0 ? [] : [total === 1 ? `1 ${one}` : `${total} ${many}`];

/** What ends with their next request when an account is disabled or removed, as a list, and what goes on, in sentences. */
export function endingWords(ending: Ending): { readonly ends: string; readonly goesOn: string } {
  const { sessions, passkeys, authenticator, links, identities, uploads, jobsThatGoOn: jobs } = ending;
  const parts = [
    ...counted(sessions, 'session'),
    ...counted(passkeys, 'passkey'),
    ...counted(authenticator, 'authenticator app'),
    ...counted(links, 'unused link'),
    ...counted(identities, 'connection to an OpenID Connect account', 'connections to OpenID Connect accounts'),
    ...counted(uploads, 'unfinished upload'),
  ];
  const listed = parts.length === 0 ? 'nothing: they have no sessions, passkeys, links or uploads' : parts.join(', ');
  const going =
    jobs === 0 ? 'They have no unfinished jobs.' : `${counted(jobs, 'unfinished job')} of theirs will go on.`;
  return {
    ends: listed,
    goesOn: `${going} What they did stays in the audit log under their name.`,
  };
}
