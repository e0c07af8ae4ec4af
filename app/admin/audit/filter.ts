import type { AuditFilter } from '#db/audit/list.ts';
import { parseTypedDays } from '#lib/time/typed-time.ts';

type FilterName = 'who' | 'action' | 'search' | 'from' | 'until';

/** The filter that the texts of the screen's address give. `from` and `until` are days in New Zealand, both included. */
export function auditFilterOf(texts: { readonly [Name in FilterName]?: string | undefined }): AuditFilter {
  const { who, action, search = '', from = '', until = '' } = texts;
  return { who: who || undefined, action: action || undefined, search, ...parseTypedDays(from, until) };
}
