import type { AuditFilter } from '#db/audit-list.ts';
import { parseWallTimeField } from '#lib/time/wall-time-field.ts';

/** The filters of the audit screen, by their names in the address. */
export const filterNames = ['who', 'action', 'search', 'from', 'until'] as const;

const dayMs = 86_400_000;

/** What the database is asked for, by the filters' text. `from` and `until` are days in New Zealand, both included. */
export function auditFilterOf(filters: Readonly<Record<string, string | undefined>>): AuditFilter {
  const { who, action, search = '', from = '', until = '' } = filters;
  return {
    who: who === '' ? undefined : who,
    action: action === '' ? undefined : action,
    search,
    from: parseWallTimeField(`${from}T00:00`),
    until: parseWallTimeField(`${dayAfter(until)}T00:00`),
  };
}

function dayAfter(day: string): string {
  const midnight = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(midnight) ? '' : new Date(midnight + dayMs).toISOString().slice(0, 10);
}
