import { type KnownNames, statusOfName } from './name-status.ts';
import type { ValidName } from './names/name.ts';
import { getRuledStatus } from './names/prohibited-names.ts';
import { getSandboxStatus } from './names/sandbox.ts';
import type { Status } from './status.ts';

/**
 * Which rule gave a name its status: a fixed name of the try-out set, the register (active; pending, with or without
 * the release job's mark), a rule that holds without a list, a list, or that nothing stands against it (`released`: the
 * register knows it, but its mark has come).
 */
export type Why = 'try-out' | 'active' | 'pending' | 'marked' | 'rule' | 'list' | 'released' | 'nothing';

/** What the API answers for a name, and by which rule; the status is `statusOfName`'s own. */
export function explainName(
  name: ValidName,
  known: KnownNames,
  asOf: Parameters<typeof statusOfName>[2],
): { readonly status: Status; readonly why: Why } {
  return { status: statusOfName(name, known, asOf), why: whyOf(name, known, asOf) };
}

function whyOf(name: ValidName, known: KnownNames, { now, hasSandboxName }: Parameters<typeof statusOfName>[2]): Why {
  if (hasSandboxName && getSandboxStatus(name) !== undefined) return 'try-out';
  const row = known.find(name.domain);
  if (row !== undefined && row.cancelled === null) return 'active';
  if (row !== undefined && row.freeAt === null) return 'pending';
  if (row?.freeAt != null && now < row.freeAt) return 'marked';
  if (getRuledStatus(name) !== undefined) return 'rule';
  if (known.listed(name.domain) !== undefined) return 'list';
  return row === undefined ? 'nothing' : 'released';
}
