import { differencesOf, type FieldDifference } from '#lib/audit/difference.ts';
import type { JobKind } from '#lib/jobs/kinds.ts';
import { outcomeNames } from '#lib/reports/outcome.ts';
import { roleNames } from '#lib/staff/role.ts';
import { shortTime } from '#lib/time/date-words.ts';
import { speedWords } from '#lib/words/coverage/speeds.ts';

/** What was done, by its action in the audit log: the beginning of a sentence that ends with the subject. */
const actions = {
  'alarm.acknowledge': 'Acknowledged a problem:',
  'alert.test': 'Sent a test alert:',
  'areas.import': 'Imported the',
  'areas.remove': 'Removed the',
  'base-map.import': 'Imported the',
  'base-map.remove': 'Removed the',
  'caller.sign-in': 'Signed in to the pages for developers as',
  'coverage.delete': 'Deleted',
  'coverage.import': 'Imported a file as',
  'coverage.keep': 'Kept',
  'coverage.policy': 'Changed the rule for the',
  'coverage.provider': 'Applied the details of a provider in',
  'coverage.publish': 'Published',
  'coverage.rebuild': 'Rebuilt',
  'coverage.retire': 'Retired a layer in',
  'coverage.rollback': 'Rolled back to',
  'coverage.unkeep': 'Stopped keeping',
  'key.announce-end': 'Mailed that it ends soon:',
  'key.change': 'Changed',
  'key.import': 'Imported',
  'key.issue': 'Issued',
  'key.revoke': 'Revoked',
  'network.add': 'Allowed the network',
  'network.change': 'Changed the network',
  'network.remove': 'Removed the network',
  'open-data.change': 'Changed what is said about',
  'outbox.retry': 'Tried again to send',
  'places.import': 'Imported a list of places:',
  'provider.add': 'Added the provider',
  'provider.alias-add': 'Added another name of the provider',
  'provider.alias-remove': 'Removed another name of the provider',
  'provider.change': 'Changed the provider',
  'provider.defaults': 'Changed the default speeds of the provider',
  'provider.delivers': 'Changed the technologies that may be delivered by the provider',
  'provider.retire': 'Retired the provider',
  'provider.revive': 'Brought back the provider',
  'register.import': 'Imported the register file',
  'register.release': 'Ran',
  'register.reserve': 'Added or changed on the list of names:',
  'register.undo': 'Undid the import of the register file',
  'register.unreserve': 'Removed from the list of names:',
  'registrar.add': 'Added the registrar',
  'registrar.change': 'Changed the registrar',
  'registrar.remove': 'Removed the registrar',
  'report.answer': 'Answered',
  'report.change': 'Recorded findings about',
  'request.approve': 'Approved',
  'request.ask': 'Sent',
  'request.claim': 'Fetched the key of',
  'request.confirm': 'Confirmed the address of',
  'request.decline': 'Declined',
  'request.pass-on': 'Was shown the',
  'staff.add': 'Added the account',
  'staff.disable': 'Disabled the account',
  'staff.enable': 'Enabled the account',
  'staff.link': 'Created a one-time link for',
  'staff.openid-connect': 'Linked to OpenID Connect the account',
  'staff.passkey-add': 'Added a passkey to',
  'staff.passkey-remove': 'Removed a passkey of',
  'staff.password': 'Changed the password of',
  'staff.password-by-link': 'Set, by a one-time link, the password of',
  'staff.policy': 'Changed the rule for the',
  'staff.recovery-code-use': 'Used a recovery code of',
  'staff.recovery-codes': 'Created new recovery codes for',
  'staff.remove': 'Removed the account',
  'staff.role': 'Changed the role of',
  'staff.second-factors-remove': 'Removed the second factors of',
  'staff.session-end': 'Ended a session of',
  'staff.sessions-end': 'Ended the sessions of',
  'staff.sign-in': 'Signed in as',
  'staff.sign-in-fail': 'Failed to sign in as',
  'staff.sign-out': 'Signed out as',
  'staff.totp-add': 'Added an authenticator app to',
  'staff.totp-remove': 'Removed the authenticator app of',
  'staff.withdraw': 'Withdrew the invitation of',
  'technology.add': 'Added the technology',
  'technology.change': 'Changed the technology',
  'technology.reorder': 'Changed the order of the',
  'technology.retire': 'Retired the technology',
  'technology.revive': 'Brought back the technology',
  'upload.add': 'Began to upload',
  'upload.remove': 'Removed the upload',
  'user.add': 'Added the user',
  'user.change': 'Changed the user',
  'user.remove': 'Removed the user',
  'work.cancel': 'Cancelled the job',
  'work.start': 'Added the job',
} as const;

/** A kind of change, as the audit log and its exports have it. */
export type AuditAction = keyof typeof actions;

/** What was done, without its subject: `Allowed the network`. A row of a release that is gone may have another code. */
export function actionWords(action: string): string {
  return (actions as Readonly<Record<string, string>>)[action] ?? action;
}

/** What was done, as the end of a sentence whose subject did it: `Allowed the network 192.0.2.0/24 of Example`. */
export function auditSentence({ action, subject }: { readonly action: string; readonly subject: string }): string {
  return `${actionWords(action)} ${subject}`;
}

type ActionKind = KindIn<AuditAction>;
type KindIn<Action> = Action extends `${infer Kind}.${string}` ? Kind : never;

/** The beginning of a choice of all actions of one kind. */
const kinds: Readonly<Record<ActionKind, string>> = {
  alarm: 'Problems',
  alert: 'Alerts',
  areas: 'Areas',
  'base-map': 'Street map',
  caller: 'Callers who sign in',
  coverage: 'Coverage',
  key: 'Keys',
  network: 'Networks',
  'open-data': 'Open data',
  outbox: 'Outbox',
  places: 'Places',
  provider: 'Providers',
  register: 'Register',
  registrar: 'Registrars',
  report: 'Reports',
  request: 'Requests',
  staff: 'Staff',
  technology: 'Technologies',
  upload: 'Uploads',
  user: 'Users',
  work: 'Jobs',
};

/** All actions of a kind, such as `network`, in words: `Networks: all`. */
export function kindOfActionWords(kind: string): string {
  return `${(kinds as Readonly<Record<string, string>>)[kind] ?? kind}: all`;
}

const speedFieldWords = Object.fromEntries(
  Object.entries(speedWords).map(([field, words]) => [
    field,
    `${words.charAt(0).toUpperCase()}${words.slice(1)}, Mbps`,
  ]),
);

/** The fields of records as their forms call them. Names of several words without an entry are taken apart. */
const fields: Readonly<Record<string, string>> = {
  ...speedFieldWords,
  acceptsMissing: 'Confirmed that names are missing',
  alias: 'Other name',
  asOf: 'State of',
  bytes: 'Size, bytes',
  choices: 'How the file is read',
  crs: 'Coordinates, EPSG',
  delivers: 'Technologies',
  entries: 'Places',
  expectedLastRun: 'Compared after import',
  expiresAt: 'Expires',
  flaggedAfterDays: 'Flag layers older than (days)',
  freeAt: 'Available from',
  inspection: 'Job that read the file',
  layerId: 'Layer',
  left: 'Left after their release',
  madeOn: 'Made on version',
  mostZoom: 'Closest zoom',
  nominalMaxMbps: 'Nominal maximum, Mbps',
  origins: 'Allowed web origins',
  own: 'Delivered by the provider with the number',
  path: 'File',
  perDay: 'Limit, requests a day',
  perSecond: 'Limit, requests a second',
  providerId: 'Provider',
  publish: 'Published when it is done',
  revokedAt: 'Revoked',
  run: 'Import',
  scheduleDate: 'Due',
  scopes: 'May be used for',
  setId: 'Number in the contract',
  sha256: 'SHA-256',
  uploadId: 'Upload',
  swap: 'Latitude first',
  url: 'Web address',
  versionId: 'Coverage version',
  words: 'For the visitor',
};

/** A field as its form calls it; nothing for a value that is no record. */
export function fieldWords(field: string): string {
  // some are in words already, such as the speeds of a technology
  if (field.includes(' ')) return field;
  const apart = field.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll(/[_-]/g, ' ');
  return fields[field] ?? apart.charAt(0).toUpperCase() + apart.slice(1).toLowerCase();
}

/** A change as sentences, one for each field: `Note: Ring before nine, was empty`. */
export function changeWords(before: string | null, after: string | null): string[] {
  return differencesOf(before, after)
    .flatMap(withParts)
    .flatMap(({ field, before: was, after: is }) => {
      const name = field === '' ? '' : `${fieldWords(field)}: `;
      const [had, has] = [valueWords(field, was), valueWords(field, is)];
      // what was empty when it was added is not worth a line
      if (before === null) return has === empty ? [] : [`${name}${has}`];
      if (after === null) return had === empty ? [] : [`${name}was ${had}`];
      return [`${name}${has}, was ${had}`];
    });
}

/** The kind of a register file, beside the kind of its job. */
const fileKind = 'The file is';

/** What a job was given is one line for each part of it. */
function withParts(difference: FieldDifference): readonly FieldDifference[] {
  const { field, before, after } = difference;
  if (field !== 'parameters' || typeof after !== 'object' || after === null) return [difference];
  return Object.entries(after).map(([part, value]) => ({
    field: part === 'kind' ? fileKind : part,
    before,
    after: value,
  }));
}

const empty = 'empty';

/** What the jobs of each kind do, as the log of changes says it. */
const jobKindWords: Readonly<Record<JobKind, string>> = {
  'coverage inspection': 'Reads a coverage file',
  'coverage import': 'Imports a coverage file',
  'coverage rebuild': 'Rebuilds a coverage version',
  'coverage publish': 'Publishes coverage',
  'coverage rollback': 'Rolls coverage back',
  'coverage retire': 'Retires a layer',
  'coverage tidying': 'Removes old coverage',
  'coverage figures': 'Measures and draws coverage',
  'areas import': 'Imports areas',
  'area figures': 'Measures what reaches areas',
  'open data': 'Makes files of open data',
  'register preview': 'Compares a register file',
  'register import': 'Imports a register file',
  'register delivery': 'Imports a file of the watched folder',
  'register undo': 'Undoes an import of the register',
  'register release': 'Releases names',
  'provider apply': 'Applies the details of a provider',
  'map import': 'Imports a file for the map',
  'map fetch': 'Fetches a street map',
  backup: 'Makes a backup',
};

const registerFileWords = { replace: 'the whole register', merge: 'changes' } as const;

/** What is stored as a code, by its field, in the words of the screens. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: { ...jobKindWords, ...registerFileWords },
  [fileKind]: registerFileWords,
  role: roleNames,
  outcome: outcomeNames,
  state: { unconfirmed: 'address not confirmed' },
};

/** As changes are recorded: an instant in the time of New Zealand. */
const recordedInstant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d[+-]\d\d:\d\d)$/;

function valueWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return empty;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return isInstant(field) ? shortTime(value) : value.toLocaleString('en-NZ');
  if (Array.isArray(value)) return value.map((part) => valueWords(field, part)).join(', ') || 'none';
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([part, of]) => [fieldWords(part), valueWords(part, of)] as const);
    const said = parts.filter(([, words]) => words !== empty);
    return said.map(([name, words]) => `${name} ${words}`).join(', ') || empty;
  }
  const text = String(value);
  const [, day, time] = recordedInstant.exec(text) ?? [];
  if (day !== undefined) return shortTime(Date.parse(`${day}T${time}`));
  return codes[field]?.[text] ?? text;
}

function isInstant(field: string): boolean {
  return field.endsWith('At') || field === 'scheduleDate';
}
