import type { AuditFilter } from '#db/audit/list.ts';
import { parseTypedDays } from '#lib/time/typed-time.ts';

/** The filters of the audit screen, by their names in the address. */
export const filterNames = ['who', 'action', 'search', 'from', 'until'] as const;

/** What the database is asked for, by the filters' text. `from` and `until` are days in New Zealand, both included. */
export function auditFilterOf(filters: Readonly<Record<string, string | undefined>>): AuditFilter {
  const { who, action, search = '', from = '', until = '' } = filters;
  return {
    who: who === '' ? undefined : who,
    action: action === '' ? undefined : action,
    search,
    ...parseTypedDays(from, until),
  };
}
