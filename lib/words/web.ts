interface Asked {
  readonly address: string;
}

type Unreachable = Asked & { readonly cause: string };
interface UnknownHost {
  readonly host: string;
  readonly cause: string;
}
type Answered = Asked & { readonly status: number };

/** Why Wātea is waiting before it tries again: the same sentences, without advice. */
export const webObstacles = {
  'web-unreachable': ({ address, cause }: Unreachable) => `${address} could not be read (${cause}).`,
  'web-unknown-host': ({ host, cause }: UnknownHost) => `${host} could not be found (${cause}).`,
  'web-answered': ({ address, status }: Answered) =>
    `${address} answered with status ${status}${meanings[status] ?? ''}.`,
} as const;

/** Why something cannot be fetched from another server. */
export const webWords = {
  'web-unreachable': (facts: Unreachable) => `${webObstacles['web-unreachable'](facts)} Try again later.`,
  'web-unknown-host': (facts: UnknownHost) =>
    `${webObstacles['web-unknown-host'](facts)} Check that this server has a network and a name server, then try again.`,
  'web-answered': (facts: Answered) =>
    `${webObstacles['web-answered'](facts)}${facts.status === 429 ? ' Try again later.' : ''}`,
  'web-without-ranges': ({ address }: Asked) =>
    `${address} cannot be read in parts: its server ignores requests for ranges. Give an address of one that answers them, or download the file and import it.`,
  'web-changed': ({ address }: Asked) => `${address} changed while it was read, and nothing of it was kept. Try again.`,
  'web-not-a-list': ({ address }: Asked) => `${address} does not list any builds that can be read.`,
  'key-refused': ({ status }: { status: number }) =>
    `The LINZ Data Service refused the key (status ${status}): check LINZ_API_KEY, and that it may use web services.`,
} as const;

const meanings: Readonly<Record<number, string>> = {
  401: ', which asks for a sign-in',
  403: ', which forbids it',
  404: ': it does not exist',
  429: ': it has had too many requests',
};
