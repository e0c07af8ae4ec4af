import { type ExportedList, exportedPages, inBatches, mapRows } from '#app/admin/export/exported-list.ts';
import { numberOf, readList } from '#components/admin/lists/list-state.ts';
import { networkSorts, pageOfNetworks } from '#db/access/networks.ts';
import { pageOfRegistrars, registrarSorts } from '#db/access/registrars.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The list of registrars. */
export const registrarList = {
  path: '/admin/registrars',
  what: 'registrars',
  sorts: registrarSorts,
  filters: {
    search: { label: 'Search', placeholder: 'Name, contact, note or network' },
    state: { label: 'State', choices: { enabled: 'Enabled', disabled: 'Disabled' } },
  },
} as const;

export const exportedRegistrars = exportedPages(
  registrarList,
  pageOfRegistrars,
  ({ id, name, contactEmail, networks, perSecond, enabled, createdAt }) => ({
    id,
    name,
    contactEmail,
    networks,
    perSecond,
    enabled,
    added: isoAuckland(createdAt),
  }),
);

/** The list of the networks of a registrar. */
export const networkList = (registrarId: number) =>
  ({
    path: `/admin/registrars/${registrarId}`,
    what: 'networks',
    sorts: networkSorts,
    filters: {
      search: { label: 'Search networks', placeholder: 'Network or note' },
      state: {
        label: 'State',
        choices: { valid: 'Valid now', 'not-yet': 'Not yet valid', lapsed: 'No longer valid' },
      },
    },
  }) as const;

export const exportedNetworks: ExportedList = {
  role: 'viewer',
  rows: (reader, params, nowMs) => {
    const registrarId = numberOf(String(params.registrar ?? ''));
    const { query } = readList(params, networkList(registrarId));
    const rows = inBatches((next) => pageOfNetworks(reader, { ...query, ...next, registrarId }, nowMs).rows);
    return mapRows(rows, ({ id, network, note, validFrom, validUntil, createdAt }) => ({
      id,
      network,
      note,
      validFrom: isoAuckland(validFrom),
      validUntil: isoAuckland(validUntil),
      added: isoAuckland(createdAt),
    }));
  },
};
