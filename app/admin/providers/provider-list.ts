import { exportedPages } from '#app/admin/export/exported-list.ts';
import { pageOfProviders, providerSorts } from '#db/broadband/providers.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The list of providers. */
export const providerList = {
  path: '/admin/providers',
  what: 'providers',
  sorts: providerSorts,
  filters: {
    search: { label: 'Search', placeholder: 'Name, other name or website' },
    state: { label: 'State', choices: { 'in use': 'In use', retired: 'Retired' } },
  },
} as const;

export const exportedProviders = exportedPages(
  providerList,
  pageOfProviders,
  ({ id, name, url, wholesaleNetwork, aliases, publishedOffers, retiredAt }) => ({
    id,
    name,
    url,
    wholesaleNetwork,
    aliases,
    publishedOffers,
    retired: isoAuckland(retiredAt),
  }),
);
