import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import type { Controls } from './controls.ts';
import { damagedApiWords } from './readiness.ts';
import { refusalWords } from './reason-words.ts';

/** What is wrong with something that runs by itself. */
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
    case 'backup-failed':
      return `The last backup failed and will be tried again. ${refusalLine(alarm.refusal, controls)}`;
    case 'backup-broke-off':
      return `The last backup could not be finished and will be tried again: ${alarm.message}`;
    case 'backup-not-sent':
      return `The last backup could not be sent to the standby; it will be sent with the next. ${refusalLine(alarm.refusal, controls)}`;
    case 'worded':
      return alarm.sentence;
  }
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

/** A refusal in one line: its sentence, the first fault, and how many more there are. */
function refusalLine(refusal: RefusalRecord, controls: Controls): string {
  const { sentence, faults, total } = refusalWords(refusal, controls);
  const [first] = faults;
  if (first === undefined) return sentence;
  const more = total > 1 ? ` (and ${(total - 1).toLocaleString('en-NZ')} more)` : '';
  return `${sentence} ${first.where}: ${first.sentence}${more}`;
}

function jobOf(scheduleDate: number): string {
  return `The release job of ${dayWords(dayOf(scheduleDate))}`;
}
