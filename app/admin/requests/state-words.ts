import type { RequestKind, RequestState } from '#lib/access/requests.ts';

/** The words for the state of a request. */
export const stateWords: Readonly<Record<RequestState, string>> = {
  open: 'Open',
  unconfirmed: 'Address not confirmed',
  approved: 'Approved, key not fetched',
  done: 'Done',
  declined: 'Declined',
};

export const kindWords: Readonly<Record<RequestKind, string>> = { key: 'A key', networks: 'Networks' };
