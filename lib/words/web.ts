interface Asked {
  readonly address: string;
}

/** Why something cannot be fetched from another server. */
export const webWords = {
  'web-unreachable': ({ address, cause }: Asked & { cause: string }) =>
    `${address} could not be read (${cause}). Try again later.`,
  'web-answered': ({ address, status }: Asked & { status: number }) =>
    `${address} answered with status ${status}${meanings[status] ?? ''}.`,
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
  429: ': it has had too many requests, so try again later',
};
