import type { DeveloperWords } from '#lib/messages/developers/words.ts';

/** The pages for developers in the order of their navigation, each with the key of its title. */
export const developerPages = [
  { path: '/developers', title: 'start' },
  { path: '/developers/endpoints', title: 'endpoints' },
  { path: '/developers/errors', title: 'errors' },
  { path: '/developers/limits', title: 'limits' },
  { path: '/developers/dates', title: 'dates' },
  { path: '/developers/names', title: 'names' },
  { path: '/developers/sandbox', title: 'sandbox' },
  { path: '/developers/assumed', title: 'assumed' },
  { path: '/developers/changes', title: 'changes' },
  { path: '/developers/status', title: 'status' },
  { path: '/developers/privacy', title: 'privacy' },
  { path: '/developers/ask', title: 'ask' },
  { path: '/developers/ask-networks', title: 'askNetworks' },
  { path: '/developers/account', title: 'account' },
] as const satisfies readonly { path: string; title: keyof DeveloperWords }[];
