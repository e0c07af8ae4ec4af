import { type KnownNames, statusOfName } from './name-status.ts';
import type { ValidName } from './names/name.ts';
import { getRuledStatus } from './names/prohibited-names.ts';
import { getSandboxStatus } from './names/sandbox.ts';
import type { Status } from './status.ts';

/**
 * Which rule gave a name its status: a sandbox name, the register (active; pending, with or without the release job's
 * mark), a rule that needs no list, a list, or none of them (`released`: a release job has released it).
 */
export type Why = 'sandbox' | 'active' | 'pending' | 'marked' | 'rule' | 'list' | 'released' | 'nothing';

/** The status that the API gives a name (`statusOfName`), and the rule behind it. */
export function explainName(
  name: ValidName,
  known: KnownNames,
  asOf: Parameters<typeof statusOfName>[2],
): { readonly status: Status; readonly why: Why } {
  return { status: statusOfName(name, known, asOf), why: whyOf(name, known, asOf) };
}

function whyOf(name: ValidName, known: KnownNames, { now, hasSandboxName }: Parameters<typeof statusOfName>[2]): Why {
  if (hasSandboxName && getSandboxStatus(name) !== undefined) return 'sandbox';
  const row = known.find(name.domain);
  if (row !== undefined && row.cancelled === null) return 'active';
  if (row !== undefined && row.freeAt === null) return 'pending';
  if (row?.freeAt != null && now < row.freeAt) return 'marked';
  if (getRuledStatus(name) !== undefined) return 'rule';
  if (known.listed(name.domain) !== undefined) return 'list';
  return row === undefined ? 'nothing' : 'released';
}
