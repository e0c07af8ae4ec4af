import { counted } from '#lib/counted.ts';
import { longestLabel } from '#lib/registry/names/label.ts';
import { longestName, type NameFault } from '#lib/registry/names/name.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { timeWords } from '#lib/time/date-words.ts';
import { firstYear, lastYear, type TimestampFault, widestOffsetHours } from '#lib/time/timestamp.ts';
import type { Controls } from '#lib/words/controls.ts';
import { invisibleWords, quoted } from '#lib/words/files.ts';

interface RepeatedName {
  readonly name: string;
  readonly line: number;
  /** As it is written here and on that line, if that is not the name itself. */
  readonly written?: string;
  readonly first?: string;
  readonly isMirror?: boolean;
}

interface AbsentNames {
  readonly file: string;
  readonly absent: number;
  readonly allowed: number;
}

interface RegisterDifference {
  readonly file: string;
  readonly onlyInFile: number;
  readonly onlyInRegister: number;
  readonly otherDates: number;
}

const hours = (ms: number) => counted(ms / 3_600_000, 'hour');

/** Why a row of a register file, an import, a change of the list or a release job is refused. Instants in milliseconds. */
export const registryWords = {
  'value-missing': () => 'The value is missing.',
  'not-a-name': ({ text, why }: { text: string; why: NameFault }) =>
    `${quoted(text)} ${nameFaultWords[why]}.${invisibleWords(text)}`,
  'in-no-name': ({ text }: { text: string }) =>
    `No name contains “${text}”: names consist of a–z, 0–9, hyphens, dots and ā ē ī ō ū.`,
  'not-a-timestamp': ({ text, why }: { text: string; why: TimestampFault }) =>
    `${quoted(text)} ${timestampFaultWords[why]}.${invisibleWords(text)}`,
  'in-the-future': ({ text, now }: { text: string; now: number }) =>
    `${quoted(text)} is in the future: it is now ${formatAuckland(now)}.`,
  'cancelled-before-registered': ({ cancelled, registered }: { cancelled: string; registered: string }) =>
    `${quoted(cancelled)} is earlier than registered, ${quoted(registered)}.`,
  'registered-before-release': (row: { registered: number; cancelled: number; freeAt: number }) =>
    `The registration, ${formatAuckland(row.registered)}, is before the release: the name was cancelled on ${formatAuckland(row.cancelled)}, so it is available from ${formatAuckland(row.freeAt)} at the earliest.`,
  'cancelled-before-registration': ({ cancelled, registered }: { cancelled: number; registered: number }) =>
    `The cancellation, ${formatAuckland(cancelled)}, is before the current registration, ${formatAuckland(registered)}: the row is older than the register.`,
  'name-repeated': ({ name, line, written, first, isMirror }: RepeatedName) => {
    const already = `${written === undefined ? name : quoted(written)} is already on line ${line}`;
    if (written === first || first === undefined) return `${already}.`;
    const why = isMirror === true ? 'māori.nz mirrors maori.nz, so both' : 'both';
    return `${already}, as ${quoted(first)}: ${why} are the same name.`;
  },
  'register-not-imported': ({ file }: { file: string }) => `${file} was not imported; the register is unchanged.`,
  'too-many-missing': ({ file, absent, allowed }: AbsentNames, { importAnyway }: Controls) =>
    `${file} lacks ${counted(absent, 'name that is', 'names that are')} in the register; MAX_MISSING allows ${allowed.toLocaleString('en-NZ')}. The file may be incomplete. Nothing was changed${importAnyway}.`,
  'in-register': () => 'It is in the register.',

  'register-busy': ({ file, startedAt }: { file: string; startedAt: number }) =>
    `Another import (${file}, since ${timeWords(startedAt)}) is running; wait until it has finished.`,
  'register-changed-since': () =>
    'The register has changed since the file was compared with it. Nothing was imported: compare the file again.',
  'run-taken-over': () =>
    'The import made no progress for so long that another process ended it. Nothing was changed. Run it again.',
  'run-cut-off': () => 'Its process ended before the import did. Nothing was changed.',
  'run-broke-off': ({ message }: { message: string }) => `It broke off: ${message}`,
  'no-import-to-undo': () => 'There is no import to undo.',
  'not-the-last-import': () => 'Only the last import can be undone, and this is not the last.',
  'no-file-chosen': () => 'Choose a file.',
  'comparison-gone': () => 'This comparison no longer exists: upload the file again.',

  'not-a-listed-status': ({ text, known }: { text: string; known: readonly string[] }) =>
    `${quoted(text)} is not one of ${known.join(', ')}.`,
  'status-only-below-nz': ({ name, status }: { name: string; status: string }) =>
    `${name} cannot be ${status}: only names directly below .nz can.`,
  'list-not-imported': ({ file }: { file: string }) => `${file} was not imported; the list is unchanged.`,
  'already-listed': ({ name, status }: { name: string; status: string }) => `${name} is already listed as ${status}.`,
  'not-listed': ({ name }: { name: string }) => `${name} is not on the list: somebody may have removed it already.`,
  'prohibited-by-rule': ({ name }: { name: string }) =>
    `${name} is already prohibited by a rule, which no list can change.`,

  'never-imported': ({ maxAgeMs }: { maxAgeMs: number }) =>
    `No register file has been imported, and FEED_MAX_AGE allows ${hours(maxAgeMs)}. Release jobs run again once a file is imported.`,
  'register-too-old': ({ importedAt, maxAgeMs }: { importedAt: number; maxAgeMs: number }) =>
    `The last register file was imported on ${timeWords(importedAt)}, and FEED_MAX_AGE allows ${hours(maxAgeMs)}. Release jobs run again once a newer file is imported.`,
  'release-in-the-future': ({ at }: { at: number }) =>
    `${formatAuckland(at)} is in the future: its release job would make names available too early.`,
  'release-has-run': () => 'This release job has run already.',

  'feed-not-compared': ({ file }: { file: string }) => `${file} cannot be compared with the register.`,
  'register-differs': ({ file, onlyInFile, onlyInRegister, otherDates }: RegisterDifference) =>
    `The register differs from ${file}: ${counted(onlyInFile, 'name')} only in the file, ${onlyInRegister} only in the register, ${otherDates} with other dates.`,
  'only-in-file': () => 'Only in the file.',
  'only-in-register': () => 'Only in the register.',
  'other-dates': () => 'Its dates differ.',

  'delivery-kind-unknown': () =>
    'The name does not say what the file is: put the word “full” (the whole register) or “changes” in it.',
  'delivery-cancelled': ({ who }: { who: string }) => `The import was cancelled by ${who}.`,
  'delivery-imported': ({ file }: { file: string }) => `${file} has been imported already.`,
} as const;

/** Why a text is not a .nz name, as the end of a sentence that begins with the text. */
export const nameFaultWords: Readonly<Record<NameFault, string>> = {
  'empty-name': 'is empty',
  'name-too-long': `is longer than ${longestName} characters`,
  'not-below-nz': 'is not a name below .nz',
  'not-one-label': 'is not a single label below .nz or below one of its second-level domains',
  'a-suffix': 'is a suffix, not a name',
  'empty-label': 'has an empty label',
  'label-too-long': `has a label longer than ${longestLabel} octets`,
  'character-not-allowed': 'has a character other than a–z, 0–9, hyphen and ā ē ī ō ū',
  'hyphen-at-an-end': 'begins or ends with a hyphen',
  'hyphens-third-and-fourth': 'has hyphens as its third and fourth characters',
  'not-a-canonical-xn-label':
    'has an xn-- label that is not the canonical encoding of letters, digits, hyphens and at least one macron',
};

const example = '2026-11-20 14:30:00+13:00';

/** Why a text is not a timestamp, as the end of a sentence that begins with the text. */
export const timestampFaultWords: Readonly<Record<TimestampFault, string>> = {
  'not-a-timestamp': `is not a date or time (write it like ${example})`,
  'year-out-of-range': `has a year outside ${firstYear} to ${lastYear}`,
  'not-a-day': 'is not a day of the calendar',
  'not-a-time-of-day': 'is not a time of day (00:00:00 to 23:59:59)',
  'no-offset': `has no offset from UTC (write it like ${example})`,
  'offset-out-of-range': `has an offset outside -${widestOffsetHours}:00 to +${widestOffsetHours}:00`,
};
