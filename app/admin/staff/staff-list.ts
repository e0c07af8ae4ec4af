import { type ExportedList, inBatches, mapRows } from '#app/admin/export/exported-list.ts';
import { readList } from '#components/admin/lists/list-state.ts';
import { pageOfStaff, staffSorts } from '#db/staff/list.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The list of the accounts of staff. */
export const staffList = {
  path: '/admin/staff',
  what: 'staff',
  sorts: staffSorts,
  filters: {
    search: { label: 'Search', placeholder: 'Part of an email address or a provider' },
    state: { label: 'State', choices: { enabled: 'Enabled', invited: 'Not accepted', disabled: 'Disabled' } },
  },
} as const;

export const exportedStaff: ExportedList = {
  role: 'admin',
  rows: (reader, params) => {
    const { query } = readList(params, staffList);
    const rows = inBatches((next) => pageOfStaff(reader, { ...query, ...next }).rows);
    return mapRows(
      rows,
      ({ id, email, role, provider, disabledAt, createdAt, lastLoginAt, hasTotp, passkeys, ...more }) => ({
        id,
        email,
        role,
        provider,
        disabled: isoAuckland(disabledAt),
        authenticator: hasTotp === 1,
        passkeys,
        accepted: more.hasAccepted === 1,
        added: isoAuckland(createdAt),
        lastSignedIn: isoAuckland(lastLoginAt),
      }),
    );
  },
};
