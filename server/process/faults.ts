import { setUnreadableListener } from '#db/stored-json.ts';
import { setFaultListener } from '#lib/http/endpoint.ts';
import { processWide, setProcessWide } from '#lib/process-wide.ts';
import { type Damage, type DamagedApi, damageIn, type UnreadyReason } from '#lib/readiness.ts';
import { damageSentence, storageWords } from '#lib/words/readiness.ts';
import { log } from './log.ts';

/** Damage that a process has met, for the alarm that all of the installation shares. */
export interface ReportedDamage {
  readonly api: DamagedApi;
  readonly damage: Damage;
}

/** What is wrong with this process at present, by subject: `damaged registry`, `disk`, and so on. */
const reasons = () => processWide('unready-reasons', () => new Map<string, UnreadyReason>());

const subjectOf = (api: DamagedApi) => `damaged ${api}`;

/** The subject of the check that the files of the database are those that this process has opened; both APIs need them. */
export const databaseFiles = 'database files';

/** The reasons why this process should get no requests; none while it is ready. */
export function unreadyReasons(): readonly UnreadyReason[] {
  return [...reasons().values()];
}

/** Sets why a subject makes this process unready; undefined: it no longer does. */
export function setUnready(subject: string, reason: UnreadyReason | undefined): void {
  if (reason === undefined) reasons().delete(subject);
  else reasons().set(subject, reason);
}

/** Whether a subject makes this process unready. */
export function isUnready(subject: string): boolean {
  return reasons().has(subject);
}

/** Sets who hears of damage that this process meets, to raise the alarm: it may have to wait for the write lock. */
export function setDamageListener(listener: (found: ReportedDamage) => void): void {
  setProcessWide('damage-listener', listener);
}

/** Stops this process from answering an API, with a line in the log and an alarm. Only the first report counts. */
export function reportDamage(api: DamagedApi, damage: Damage): void {
  if (isDamaged(api)) return;
  setUnready(subjectOf(api), { code: 'damaged', api, damage });
  log().error({ event: 'damage found', api, damage, fault: damageSentence(damage) });
  announceDamage({ api, damage });
}

/** Has the alarm raised for damage that this process, or one of its workers, has met. */
export function announceDamage(found: ReportedDamage): void {
  processWide<(found: ReportedDamage) => void>('damage-listener', () => () => {})(found);
}

/** Logs what is stored as JSON and cannot be read, once for each column; the rest of the row and all others are used. */
function reportUnreadableJson(): void {
  const reported = new Set<string>();
  setUnreadableListener((column) => {
    if (reported.has(column)) return;
    reported.add(column);
    log().error({ event: 'damage found', fault: storageWords['stored-value-damaged']({ column }) });
  });
}

/** Whether this process must not answer an API: it has met damage, or the files of its database are not there any longer. */
export function isDamaged(api: DamagedApi): boolean {
  return isUnready(subjectOf(api)) || isUnready(databaseFiles);
}

/**
 * Logs every fault that became a 500 or 503, with the request id that the caller was given. One that shows damage stops
 * this process from answering that API.
 */
export function logFaults(): void {
  reportUnreadableJson();
  setFaultListener((fault, requestId, api) => {
    log().error({ id: requestId, fault: fault instanceof Error ? fault.stack : String(fault) });
    const damage = damageIn(fault);
    if (damage !== undefined && api !== undefined) reportDamage(api, damage);
  });
}
