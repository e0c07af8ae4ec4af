import type { AlarmFacts, Condition } from '#lib/jobs/alarm.ts';

/** How a condition is called, and what to do about it. */
interface ConditionWords {
  readonly title: string;
  /** The title when it is over. */
  readonly over: string;
  readonly toDo: string;
  /** The staff screen that shows it. */
  readonly screen: string;
  /** Its section of docs/operate/alerts-by-mail.md. */
  readonly section: string;
}

const damage = {
  toDo: 'Run "npm run watea -- check". Restore a backup, or import the last full file into a sound database.',
  screen: '/admin',
  section: 'damage',
};
const errors = {
  toDo: 'Look at the lines of the log with a status of 500 or above; a 503 means overload, damage or a restart.',
  screen: '/admin/usage',
  section: 'errors',
};

/** Plain words for every condition, in the order in which the docs have them. */
export const conditionWords: Readonly<Record<Condition, ConditionWords>> = {
  'no register': {
    title: 'The registry has no register',
    over: 'The registry has a register',
    toDo: 'Import the register. Until then, every registrar gets 503.',
    screen: '/admin/register/feeds',
    section: 'nothing-to-answer-from',
  },
  'no coverage': {
    title: 'No coverage is published',
    over: 'Coverage is published',
    toDo: 'Import coverage and publish it. Until then, every question about a place gets 503.',
    screen: '/admin/coverage/import',
    section: 'nothing-to-answer-from',
  },
  clock: {
    title: 'The clock went back',
    over: 'The clock is right again',
    toDo: 'Set the clock of the server, and see that it stays right (NTP). Names are not released twice, nor early by this clock.',
    screen: '/admin/register/releases',
    section: 'clock',
  },
  'register inbox': {
    title: 'A register file was not imported',
    over: 'Register files are imported again',
    toDo: 'Read the report beside the file. Have the file corrected, and deliver it again.',
    screen: '/admin/register/feeds',
    section: 'failed-feed',
  },
  'register import': {
    title: 'The last import of the register failed',
    over: 'The register was imported',
    toDo: 'Read why it failed, then import a corrected file.',
    screen: '/admin/register/feeds',
    section: 'failed-feed',
  },
  'release job': {
    title: 'The release job does not run',
    over: 'The release job has run',
    toDo: 'Remove the cause. The job is tried again every few seconds, and releases what it missed.',
    screen: '/admin/register/releases',
    section: 'release-job',
  },
  'late release': {
    title: 'The release job is late',
    over: 'The release job has run',
    toDo: 'Check that a server runs on this database, and read its log. The job can also be run on the screen.',
    screen: '/admin/register/releases',
    section: 'release-job',
  },
  'register age': {
    title: 'The register is too old',
    over: 'The register is up to date again',
    toDo: 'Find out why no register file was delivered, and import the latest one.',
    screen: '/admin/register/feeds',
    section: 'register-too-old',
  },
  'registry data': { title: 'The registry API has damaged data', over: 'The registry data are sound', ...damage },
  'broadband data': { title: 'The broadband API has damaged data', over: 'The broadband data are sound', ...damage },
  'data check': { title: 'The daily check of the data failed', over: 'The check of the data passed', ...damage },
  disk: {
    title: 'The disk is full, nearly full or read-only',
    over: 'The disk has room again',
    toDo: 'Make room on the disk of the database, or make it writable. Both APIs answer meanwhile; changes are refused.',
    screen: '/admin',
    section: 'disk',
  },
  backup: {
    title: 'The backup failed',
    over: 'A backup was made again',
    toDo: 'Remove the cause. The backup is tried again by itself; one can be made now on the overview.',
    screen: '/admin',
    section: 'backup',
  },
  'late backup': {
    title: 'The backup is late',
    over: 'There is a recent backup',
    toDo: 'Read in the log why the backup failed, and make one now.',
    screen: '/admin',
    section: 'backup',
  },
  'registry errors': { title: 'The registry API fails too often', over: 'The registry API works again', ...errors },
  'broadband errors': { title: 'The broadband API fails too often', over: 'The broadband API works again', ...errors },
  asking: {
    title: 'Many people ask for access',
    over: 'Fewer people ask for access',
    toDo: 'Look at the requests: where they come from one place, refuse it at the proxy in front.',
    screen: '/admin/requests',
    section: 'asking',
  },
  keys: {
    title: 'API keys end soon',
    over: 'No API keys end soon',
    toDo: 'Ask the owners whether they still need them, and replace those that they do.',
    screen: '/admin/users/keys?state=expiring&sort=expires',
    section: 'keys-that-end',
  },
  alerts: {
    title: 'Alerts could not be checked',
    over: 'Alerts are checked again',
    toDo: 'Read the log of the server.',
    screen: '/admin',
    section: 'alerts-and-outbox',
  },
  outbox: {
    title: 'Messages could not be sent',
    over: 'Messages are sent again',
    toDo: 'Read the log of the server.',
    screen: '/admin/outbox',
    section: 'alerts-and-outbox',
  },
};

/** The staff screen to open for an alarm: of a file that was not imported its report, else the screen of the condition. */
export function screenOfAlarm(condition: Condition, facts: AlarmFacts): string {
  switch (facts.code) {
    case 'delivery-refused':
      return facts.job === undefined ? conditionWords[condition].screen : `/admin/jobs/${facts.job}`;
    case 'import-failed':
      return facts.run === undefined ? conditionWords[condition].screen : `/admin/register/feeds/${facts.run}`;
    default:
      return conditionWords[condition].screen;
  }
}
