import { type ExportedList, inBatches, mapRows } from '#app/admin/export/exported-list.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { readList } from '#components/admin/lists/list-state.ts';
import { State } from '#components/admin/State.tsx';
import { listProviders } from '#db/broadband/providers.ts';
import type { Connection } from '#db/client.ts';
import { pageOfStaff, staffSorts } from '#db/staff/list.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The list of the accounts of staff. */
export const staffList = {
  path: '/admin/staff',
  what: 'staff',
  sorts: staffSorts,
  filters: {
    search: { label: 'Search', placeholder: 'Email address or provider' },
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

interface PersonStateProps {
  readonly person: {
    readonly disabledAt: number | null;
    readonly hasAccepted: number;
    readonly linkEndsAt: number | null;
  };
  readonly nowMs: number;
}

/** Whether the person can sign in. */
export function PersonState({ person: { disabledAt, hasAccepted, linkEndsAt }, nowMs }: PersonStateProps) {
  if (disabledAt !== null) return <State kind="ended">Disabled</State>;
  if (hasAccepted === 1) return <State kind="good">Enabled</State>;
  return linkEndsAt !== null && nowMs < linkEndsAt ? (
    <span>
      <State kind="soon">Invited</State> until <Instant at={linkEndsAt} />
    </span>
  ) : (
    <State kind="ended">Invited, link has expired</State>
  );
}

/** The person's second factors, in words. */
export function factorsOf({ hasTotp, passkeys }: { readonly hasTotp: number; readonly passkeys: number }): string {
  const factors = hasTotp === 1 ? ['app'] : [];
  if (passkeys > 0) factors.push(passkeys === 1 ? 'passkey' : `${passkeys} passkeys`);
  return factors.length > 0 ? factors.join(', ') : 'none';
}

/** A network provider that people can belong to. */
export interface ProviderChoice {
  readonly value: string;
  readonly label: string;
}

/** The providers in use, by name. */
export function providerChoices(reader: Connection): ProviderChoice[] {
  return listProviders(reader)
    .filter(({ retiredAt }) => retiredAt === null)
    .map(({ id, name }) => ({ value: String(id), label: name }));
}
