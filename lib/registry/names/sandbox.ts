import { type RegisterRow, type Status, statuses } from '#lib/registry/status.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import { parseName, type ValidName } from './name.ts';

type TryOutStatus = Exclude<keyof typeof statuses, 'Invalid'>;

/**
 * Names that always have the same status, so that a client's author can meet every branch. They answer in every
 * environment but production, whatever the register there says of them, and stand on no droplist: it lists what will
 * become available, and these never do.
 */
export const sandboxNames: readonly (readonly [name: string, status: TryOutStatus])[] = [
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

/** Whether the try-out names answer in this environment (`WATEA_ENVIRONMENT`). */
export function hasSandboxName(environment: string): boolean {
  return environment !== 'production';
}

const statusByDomain = new Map<string, Status>();
/** The labels of the set: below every other suffix they are available, so that `string` has a fixed answer too. */
const labels = new Set<string>();
for (const [text, status] of sandboxNames) {
  const name = parseName(text);
  if (!name.valid) throw new Error(`The try-out name ${text} ${name.reason}.`);
  statusByDomain.set(name.domain, statuses[status]);
  labels.add(name.label);
}

/** The fixed status of a name of the try-out set; undefined for every other name. */
export function getSandboxStatus({ domain, label }: ValidName): Status | undefined {
  return labels.has(label) ? (statusByDomain.get(domain) ?? statuses.Available) : undefined;
}

const registered = Date.parse('2020-01-15T10:00:00+13:00') / 1000;
const noonMs = 12 * 3_600_000;

/**
 * What a register would hold of a name with this try-out status; undefined for those nobody has. The pending ones were
 * cancelled 89 days ago towards noon, so that their release is always due tomorrow.
 */
export function sandboxRow(status: Status, now: EpochMs): RegisterRow | undefined {
  if (status === statuses.Active) return { registered, cancelled: null, freeAt: null };
  if (status !== statuses.PendingRelease) return undefined;
  return { registered, cancelled: (aucklandMidnight(now, -89) + noonMs) / 1000, freeAt: null };
}
