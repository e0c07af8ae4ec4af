/** Both spellings of an issuer, its own first: providers and the people who set them up differ about the final slash. */
export function issuerSpellings(issuer: string): readonly [own: string, other: string] {
  return [issuer, issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`];
}

/** Whether two issuers are the same but for a final slash. */
export function isSameIssuer(one: string, other: string): boolean {
  return issuerSpellings(one).includes(other);
}
