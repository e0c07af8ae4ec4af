import { exportedPages } from '#app/admin/export/exported-list.ts';
import { pageOfRequests, requestSorts } from '#db/access/requests/requests.ts';
import type { LinkPurpose, RequestKind, RequestState } from '#lib/access/requests.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The words for the state of a request. */
export const stateWords: Readonly<Record<RequestState, string>> = {
  open: 'Open',
  unconfirmed: 'Address not confirmed',
  approved: 'Approved, key not fetched',
  done: 'Done',
  declined: 'Declined',
};

/** The list of what people ask for on the pages for developers. */
export const requestList = {
  path: '/admin/requests',
  what: 'requests',
  sorts: requestSorts,
  startsDescending: true,
  filters: {
    search: { label: 'Search', placeholder: 'Name, organisation, email or purpose' },
    state: { label: 'State', choices: stateWords },
  },
} as const;

export const exportedRequests = exportedPages(
  requestList,
  pageOfRequests,
  ({ id, name, organisation, email, kind, purpose, state, createdAt }) => ({
    id,
    name,
    organisation,
    email,
    kind,
    purpose,
    state,
    received: isoAuckland(createdAt),
  }),
);

export const kindWords: Readonly<Record<RequestKind, string>> = { key: 'A key', networks: 'Networks' };

/** What a link does for whoever opens it. */
export const linkPurposes: Readonly<Record<LinkPurpose, string>> = {
  confirm: 'It confirms the address of the request',
  claim: 'It shows the approved key, once',
  'sign-in': 'It signs in to see keys and networks',
};
