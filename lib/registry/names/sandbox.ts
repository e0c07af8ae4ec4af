import { type RegisterRow, type Status, statuses } from '#lib/registry/status.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import { parseName, type ValidName } from './name.ts';

type SandboxStatus = Exclude<keyof typeof statuses, 'Invalid'>;

/**
 * Names with a fixed status, so that authors of clients can test every branch. They have it in every environment but
 * production, whatever the register says, and are never on the droplist: it lists names that become available, which
 * these never do.
 */
export const sandboxNames: readonly (readonly [name: string, status: SandboxStatus])[] = [
  ['watea-active.nz', 'Active'],
  ['watea-active.co.nz', 'Active'],
  ['wātea-active.nz', 'Active'],
  ['wātea-active.māori.nz', 'Active'],
  ['watea-pending.nz', 'PendingRelease'],
  ['watea-pending.co.nz', 'PendingRelease'],
  ['wātea-pending.nz', 'PendingRelease'],
  ['watea-available.nz', 'Available'],
  ['wātea-available.nz', 'Available'],
  ['watea-prohibited.nz', 'Prohibited'],
  ['wātea-prohibited.nz', 'Prohibited'],
  ['watea-conflicted.nz', 'Conflicted'],
  ['watea-resolved.nz', 'Resolved'],
  ['watea-reserved.nz', 'Reserved'],
  ['watea-reserved.co.nz', 'Reserved'],
];

/** Whether sandbox names have their fixed status in this environment (`WATEA_ENVIRONMENT`). */
export function hasSandboxName(environment: string): boolean {
  return environment !== 'production';
}

const statusByDomain = new Map<string, Status>();
/** Sandbox labels are available below every other suffix, so that `string` has a fixed answer too. */
const labels = new Set<string>();
for (const [text, status] of sandboxNames) {
  const name = parseName(text);
  if (!name.valid) throw new Error(`The sandbox name ${text} is not valid: ${name.reason}`);
  statusByDomain.set(name.domain, statuses[status]);
  labels.add(name.label);
}

/** The fixed status of a sandbox name; undefined for every other name. */
export function getSandboxStatus({ domain, label }: ValidName): Status | undefined {
  return labels.has(label) ? (statusByDomain.get(domain) ?? statuses.Available) : undefined;
}

const registered = Date.parse('2020-01-15T10:00:00+13:00') / 1000;
const noonMs = 12 * 3_600_000;

/**
 * The row that a register would have for a sandbox name of this status; undefined for names that nobody has. Pending
 * names were cancelled 89 days ago around noon, so that their release is always due tomorrow.
 */
export function sandboxRow(status: Status, now: EpochMs): RegisterRow | undefined {
  if (status === statuses.Active) return { registered, cancelled: null, freeAt: null };
  if (status !== statuses.PendingRelease) return undefined;
  return { registered, cancelled: (aucklandMidnight(now, -89) + noonMs) / 1000, freeAt: null };
}
