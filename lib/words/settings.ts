import type { FilesChange } from '#lib/readiness.ts';
import { roles } from '#lib/staff/role.ts';
import { type AccessReason, accessWords } from './access.ts';
import { type Controls, noControls } from './controls.ts';
import { filesChanges } from './readiness.ts';
import { inWords } from './word-table.ts';

/** A setting by its name in the environment, and what was given. */
interface Given {
  readonly name: string;
  readonly given: string;
}

/** What the names of a listener's settings begin with. */
interface ListenSetting {
  readonly name: '' | 'METRICS_';
}

interface DatabaseFile {
  readonly file: string;
}

/** A setting that lists networks. */
type NetworkSetting = 'TRUSTED_PROXIES' | 'METRICS_ALLOW';

/** What it would mean to list all addresses. */
const allAddresses: Readonly<Record<NetworkSetting, string>> = {
  TRUSTED_PROXIES: 'trusts every address, so no caller could be identified; list the addresses of the proxies only.',
  METRICS_ALLOW: 'would show the metrics to everybody; list the addresses that may read them only.',
};

const must = ({ name, given }: Given, rule: string) => `${name} must ${rule}; it is ${JSON.stringify(given)}.`;

/** Why a setting or a database file cannot be used. Operators see these sentences when a server or a command starts. */
export const settingWords = {
  'setting-not-whole': ({ least, most, ...setting }: Given & { least: number; most: number }) =>
    must(setting, `be a whole number from ${least} to ${most}`),
  'setting-not-a-choice': ({ choices, ...setting }: Given & { choices: readonly string[] }) =>
    must(setting, choices.length === 2 ? `be ${choices.join(' or ')}` : `be one of ${choices.join(', ')}`),
  'setting-not-a-file': (setting: Given) =>
    must(setting, 'begin with file: and name a SQLite file, as in file:./data/watea.db'),
  'setting-not-an-origin': (setting: Given) =>
    must(setting, 'be an address such as https://watea.example, without a path'),
  'setting-not-an-email': (setting: Given) => must(setting, 'be an email address'),
  'setting-not-emails': (setting: Given) => must(setting, 'be email addresses separated by commas'),
  'setting-not-a-sender': (setting: Given) =>
    must(setting, 'be an email address, or a name and an address as in Example <name@watea.example>'),
  'setting-not-a-webhook': (setting: Given) =>
    must(setting, 'be an https address without a password (http only for this machine)'),
  // neither is repeated: they have passwords
  'setting-not-smtp': () =>
    'SMTP_URL must be like smtp://user:password@mail.example:587 or smtps://…; its only option is ?starttls=required, and special characters of a password are written as in %40 for @.',
  'setting-secret-short': ({ length, least }: { length: number; least: number }) =>
    `ALERT_WEBHOOK_SECRET must have at least ${least} characters; it has ${length}.`,
  'setting-missing-for-alerts': ({ name }: { name: 'SMTP_URL' | 'ALERT_WEBHOOK_SECRET' }) =>
    `${name} must be set too: ${name === 'SMTP_URL' ? 'ALERT_EMAIL is sent through that mail server' : 'each request to ALERT_WEBHOOK is signed with it'}.`,
  'setting-not-tiles': (setting: Given) =>
    must(setting, 'be an http or https address with {z}, {x} and {y}, as in https://tiles.example/{z}/{x}/{y}.png'),
  'setting-not-an-instant': (setting: Given) =>
    must(setting, 'be an instant such as 2026-04-05T00:00:33+12:00, with its offset'),
  'setting-no-such-instant': (setting: Given) => must(setting, 'be an instant that exists'),
  'setting-not-a-duration': (setting: Given) => must(setting, 'be a duration such as 30s, 5m, 12h or 1d'),
  'setting-not-a-target': (setting: Given) =>
    must(setting, 'be a folder that begins with /, user@host:/folder, or an https address with a bucket'),
  // not repeated: it has a password
  'setting-not-a-cluster': () =>
    'CLUSTER_URL must be like postgres://user:password@db1.example:5432,db2.example:5432/watea?sslmode=verify-full; special characters of a password are written as in %40 for @, and its options are sslmode (disable, require, verify-ca or verify-full), sslrootcert, sslcert and sslkey.',
  'setting-not-a-node': (setting: Given) =>
    must(setting, 'be a name of up to 63 letters, digits, dots, hyphens and underscores that no other node has'),
  'setting-not-stale': (setting: Given) => must(setting, 'be a duration from 5s to 1d'),
  'setting-not-a-base': (setting: Given) => must(setting, 'be a folder that begins with /, or an https address'),
  'setting-not-an-issuer': (setting: Given) =>
    must(
      setting,
      'be the https address of the provider, as its discovery document has it (http only for this machine)',
    ),
  'setting-not-roles': (setting: Given) =>
    must(setting, `be like it-admins=admin,register=editor, with the roles ${roles.join(', ')}`),
  'setting-needs': ({ name, needed }: { name: string; needed: string }) => `${name} needs ${needed}: set it too.`,
  'setting-not-a-map': (setting: Given) => must(setting, 'be the http or https address of a PMTiles file'),
  'setting-internal': ({ name, given }: Given) =>
    `${name} is set by the server itself; it is ${JSON.stringify(given)}.`,
  // the secret itself is not repeated: the sentence ends up in logs
  'setting-not-a-secret': ({ name, length }: { name: string; length: number }) =>
    `${name} must be 32 bytes written as 64 hexadecimal digits; it has ${length} characters.`,
  'setting-not-networks': ({ name, fault }: { name: NetworkSetting; fault: AccessReason }) =>
    `${name}: ${inWords(accessWords, fault, noControls)}`,
  'setting-all-addresses': ({ name, part }: { name: NetworkSetting; part: string }) =>
    `${name}: ${part} ${allAddresses[name]}`,
  'setting-without-attribution': ({ name }: { name: 'TILE' | 'AERIAL' }) =>
    `${name}_ATTRIBUTION must name whose ${name === 'TILE' ? 'street map' : 'photographs'} ${name}_URL ${name === 'TILE' ? 'is; it is' : 'has; it is'} shown on the map.`,
  'settings-file-unread': ({ file, errno }: DatabaseFile & { errno: string }) =>
    `The file of settings ${file} cannot be read (${errno}).`,
  'port-taken': ({ name, port }: ListenSetting & { port: number }) =>
    `Port ${port} is taken: stop what uses it, or set ${name}PORT to another.`,
  'sockets-passed': ({ count }: { count: string }) =>
    `The service manager has passed ${count} sockets, and this server takes one: remove a ListenStream.`,
  'pages-not-started': () => 'The process that makes the pages ended while it started; the lines above say why.',
  'port-not-allowed': ({ name, port }: ListenSetting & { port: number }) =>
    `Port ${port} may not be opened by this user: set ${name}PORT to one above 1023.`,
  'host-unknown': ({ name, host }: ListenSetting & { host: string }) =>
    `${name}HOST ${host} is not an address of this machine.`,
  'secret-file-damaged': ({ file }: DatabaseFile) =>
    `${file} does not contain 64 hexadecimal digits: restore it, or delete it to make a new key.`,

  'demonstration-outside-test': (
    { file, environment }: DatabaseFile & { environment: string },
    { removeDemonstration }: Controls,
  ) =>
    `The database ${file} contains demonstration data, which must not be served in ${environment}: run "${removeDemonstration}" first.`,
  'demonstration-refused': ({ environment }: { environment: string }) =>
    `Demonstration data belong in the test environment only; this is ${environment}.`,
  'no-database': ({ file }: DatabaseFile, { migrate }: Controls) =>
    `There is no database ${file}: make it with "${migrate}", or start the server.`,
  'database-too-old': (
    { file, version, needed }: DatabaseFile & { version: number; needed: number },
    { migrate }: Controls,
  ) => `The database ${file} is at version ${version} and this Wātea needs ${needed}: run "${migrate}".`,
  'database-too-new': ({ file, version, known }: DatabaseFile & { version: number; known: number }) =>
    `The database ${file} is at version ${version}, newer than this Wātea knows (${known}): run the newer Wātea, or restore a backup.`,
  'migration-needs-restart': ({ migration }: { migration: string }) =>
    `The running server cannot go on with the migration ${migration}: stop it and start it again instead of reloading it.`,
  'database-foreign': ({ file }: DatabaseFile) => `${file} is an SQLite file, but not a database of Wātea.`,
  'database-not-sqlite': ({ file }: DatabaseFile) => `${file} is not an SQLite database.`,
  'database-damaged': ({ file }: DatabaseFile) => `${file} is damaged: restore a backup.`,
  'database-gone': ({ file }: DatabaseFile) =>
    `${file} is missing or empty, but its log ${file}-wal exists: put the database back, or remove the log to begin with an empty one.`,
  'database-overwritten': ({ file, mark }: DatabaseFile & { mark: string }) =>
    `${file} was overwritten while it was in use. If it is a backup that you restored, remove ${file}-wal, ${file}-shm and ${mark}; if not, restore a backup first.`,
  'database-files-changed': ({ file, change }: DatabaseFile & { change: FilesChange }) =>
    `${filesChanges[change](file)} The change was not saved.`,
  'database-read-only': ({ file }: DatabaseFile) => `${file} may not be written by this user.`,
  'database-unopened': ({ file, errno }: DatabaseFile & { errno: string }) =>
    `${file} cannot be opened as a database (${errno}).`,

  'database-unsound': () => 'The database has faults.',
  'row-damaged': ({ table, column, row }: { table: string; column: string; row: number }) =>
    `Row ${row} of the table ${table} is damaged: its ${column} cannot be read.`,
  'sqlite-reports': ({ text }: { text: string }) => text,
  'row-without-parent': ({ table, row }: { table: string; row: number | null }) =>
    `Row ${row} of ${table} belongs to a row that no longer exists.`,
  'audit-rows-missing': ({ first, last }: { first: number; last: number }) =>
    first === last ? `Row ${first} is missing.` : `Rows ${first} to ${last} are missing.`,
  'audit-row-unlinked': ({ row }: { row: number }) => `Row ${row} does not follow from the row before it.`,
  'audit-row-changed': ({ row }: { row: number }) => `Row ${row} was changed after it was written.`,
  'audit-trigger-missing': ({ name }: { name: string }) =>
    `The trigger ${name}, which keeps the audit log append-only, is missing.`,
  'audit-search-trigger-missing': ({ name }: { name: string }) =>
    `The trigger ${name}, without which the search of the audit log finds nothing new, is missing.`,
} as const;
