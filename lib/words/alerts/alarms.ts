import { counted } from '#lib/counted.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { clockAndDay, dayWords, timeWords } from '#lib/time/date-words.ts';
import { shareWords } from '#lib/usage/words.ts';
import type { Controls } from '#lib/words/controls.ts';
import { apiNames, damagedApiWords, diskRemarkWords, unpublishedWords } from '#lib/words/readiness.ts';
import { reasonWords, refusalLine } from '#lib/words/reason-words.ts';

type Facts<Code extends AlarmFacts['code']> = Extract<AlarmFacts, { code: Code }>;

/** What is wrong, in a sentence or two. */
export function alarmWords(alarm: AlarmFacts, controls: Controls): string {
  switch (alarm.code) {
    case 'release-waits':
      return `${jobOf(alarm.scheduleDate)} is waiting. ${refusalLine(alarm.refusal, controls)}`;
    case 'release-failed':
      return `${jobOf(alarm.scheduleDate)} failed and will be tried again: ${alarm.message}`;
    case 'delivery-refused':
      return `${namingFile(alarm.file, refusalLine(alarm.refusal, controls))} The full report is ${alarm.report}.`;
    case 'inbox-unusable':
      return `The watched folder ${alarm.folder} cannot be used: ${alarm.message}`;
    case 'damage-found':
      return `${damagedApiWords(alarm)} Restore a backup, or import the last full file into a sound database.`;
    case 'data-check-failed':
      return `The daily check of the data failed. ${refusalLine(alarm.refusal, controls)}`;
    case 'data-check-broke-off':
      return `The daily check of the data could not be finished: ${alarm.message}`;
    case 'task-refused':
      return `It is tried again every few seconds. ${refusalLine(alarm.refusal, controls)}`;
    case 'task-broke-off':
      return `An internal error ended it; it is tried again: ${alarm.message}`;
    case 'import-failed':
      return failedImportWords(alarm, controls);
    case 'release-late':
      return `${jobOf(alarm.scheduleDate)} has not run, and nothing says why. No names are released until it runs.`;
    case 'clock-set-back':
      return `The clock says ${clockAndDay(alarm.nowMs)}, but the register was changed at ${clockAndDay(alarm.recordedAt)}.`;
    case 'nothing-published':
      return unpublishedWords(alarm.api);
    case 'register-stale':
      return reasonWords(alarm.reason, controls);
    case 'disk-remark':
      return diskRemarkWords(alarm.remark);
    case 'disk-unwritable':
      return reasonWords(alarm.reason, controls);
    case 'backup-late':
      return lateBackupWords(alarm, ['There is no backup yet', 'The last backup was made']);
    case 'standby-late':
      return lateBackupWords(alarm, ['No backup has reached the standby yet', 'The last backup reached the standby']);
    case 'backup-failed':
      return `The last backup failed and will be tried again. ${refusalLine(alarm.refusal, controls)}`;
    case 'backup-broke-off':
      return `The last backup could not be finished and will be tried again: ${alarm.message}`;
    case 'backup-not-sent':
      return `The last backup could not be sent to the standby; it will be sent with the next. ${refusalLine(alarm.refusal, controls)}`;
    case 'many-errors':
      return manyErrorsWords(alarm);
    case 'many-asked':
      return `${alarm.asked} requests for access were mailed for confirmation in 24 hours. At ${alarm.most} nobody else can ask; signing in goes on.`;
    case 'keys-ending':
      return endingKeysWords(alarm);
    case 'worded':
      return alarm.sentence;
  }
}

function lateBackupWords(
  { lastAt, everyMs }: Facts<'backup-late' | 'standby-late'>,
  [never, last]: readonly [never: string, last: string],
): string {
  const when = lastAt === null ? never : `${last} at ${clockAndDay(lastAt)}`;
  return `${when}; one is due every ${intervalWords(everyMs)}.`;
}

/** How often something is done, after "every": `day`, `6 hours`, `minute`. */
function intervalWords(ms: number): string {
  const units = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
  ] as const;
  const [unitMs, unit] = units.find(([length]) => ms % length === 0) ?? [1000, 'second'];
  return ms === unitMs ? unit : counted(ms / unitMs, unit);
}

function manyErrorsWords({ api, errors, requests, minutes }: Facts<'many-errors'>): string {
  const of = `${errors.toLocaleString('en-NZ')} of ${counted(requests, 'request')}`;
  return `${apiNames[api]} answered ${of} in ${counted(minutes, 'minute')} with a status of 500 or above (${shareWords(errors, requests)}).`;
}

function endingKeysWords({ keys, total, days }: Facts<'keys-ending'>): string {
  const lines = keys.map(({ prefix, email, expiresAt }) => `${prefix}… of ${email}: ${timeWords(expiresAt)}`);
  const more = total > keys.length ? [`… and ${(total - keys.length).toLocaleString('en-NZ')} more.`] : [];
  return [`${counted(total, 'key')} ${total === 1 ? 'ends' : 'end'} within ${days} days:`, ...lines, ...more].join(
    '\n',
  );
}

/** That an import failed, and why, in one line; its run has the rest. */
export function failedImportWords(
  { source, fault }: { readonly source: string; readonly fault: RefusalRecord | null },
  controls: Controls,
): string {
  return `The last import failed. ${namingFile(source, fault === null ? '' : refusalLine(fault, controls))}`;
}

/** Most refusals of a file name it; the others get a sentence before them that does. */
function namingFile(file: string, line: string): string {
  return line.includes(file) ? line : `${file} was not imported. ${line}`.trimEnd();
}

function jobOf(scheduleDate: number): string {
  return `The release job of ${dayWords(dayOf(scheduleDate))}`;
}
