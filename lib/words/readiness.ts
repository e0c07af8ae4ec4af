import type { Damage, DamagedApi } from '#lib/readiness/damage.ts';
import type { DiskRemark, FilesChange, NodeRemark, UnreadyReason } from '#lib/readiness/unready-reason.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { shareWords, sizeWords } from '#lib/usage/words.ts';
import { apiNames, unpublished } from './apis.ts';

/** What happened to the files of an open database. */
export const filesChanges: Readonly<Record<FilesChange, (file: string) => string>> = {
  missing: (file: string) => `${file} no longer exists: put it back.`,
  replaced: (file: string) => `${file} was replaced while it was in use: try again in a moment.`,
  overwritten: (file: string) => `${file} was overwritten while it was in use: stop the server.`,
  truncated: (file: string) => `${file} was truncated while it was in use: stop the server and restore a backup.`,
  'log-missing': (file: string) =>
    `The log of ${file} (-wal, -shm) was removed while it was in use: try again in a moment.`,
  'log-replaced': (file: string) =>
    `The log of ${file} (-wal, -shm) was replaced while it was in use: try again in a moment.`,
};

type DamageTable = { readonly [Code in Damage['code']]: (facts: Extract<Damage, { code: Code }>) => string };

/** What is damaged in the database. */
export const damageWords = {
  'database-unreadable': ({ errno }) => `The database file is damaged (${errno}).`,
  'schema-damaged': ({ text }) => `The schema of the database is damaged (${text}).`,
  'register-disagrees': ({ name }) => `The register and its second witness disagree about ${name}.`,
  'list-disagrees': ({ revision }) =>
    `The cancelled names of register revision ${revision} and their second witness disagree.`,
  'releases-disagree': () => 'The release jobs that have run and their second witness disagree.',
  'names-lost': ({ count }) =>
    `The register lacks ${count} of the names that its second witness has; "check --against" the last full file names them.`,
  'witness-unusable': ({ revision }) => `The second witness of register revision ${revision} is missing or damaged.`,
  'block-damaged': ({ version, block }) =>
    `Block ${block} of the cell index of coverage version ${version} is damaged.`,
  'directory-damaged': ({ version }) => `The cell index of coverage version ${version} is damaged.`,
  'offers-damaged': ({ version }) => `The offers of coverage version ${version} are damaged.`,
  'table-damaged': ({ table, text }) => `The table ${table} is damaged: ${text}.`,
  'technologies-damaged': () => 'The technologies are damaged.',
  'pages-missing': ({ pages, bytes }) => `The database file has ${bytes} bytes, too few for its ${pages} pages.`,
} satisfies DamageTable;

/** Why a process is not ready. */
export function unreadyWords(reason: UnreadyReason): string {
  switch (reason.code) {
    case 'damaged':
      return damagedApiWords(reason);
    case 'database-files-changed':
      return filesChanges[reason.change](reason.file);
    case 'not-published':
      return unpublishedWords(reason.api);
    case 'database-silent':
      return 'The database does not answer.';
    case 'node-stale':
      return `Node ${reason.node} answers neither API: PostgreSQL has not been reached for ${seconds(reason.ageMs)} s, and MAX_STALE is ${seconds(reason.maxStaleMs)} s.`;
    case 'node-not-joined':
      return `Node ${reason.node} answers neither API: it has not yet reached the end of the log in PostgreSQL.`;
  }
}

/** That an API does not answer because its data were never published. */
export function unpublishedWords(api: UsageApi): string {
  return `${apiNames[api]} answers 503: ${unpublished[api]}.`;
}

/** That an API does not answer because data are damaged, and which. */
export function damagedApiWords({ api, damage }: { readonly api: DamagedApi; readonly damage: Damage }): string {
  return `${apiNames[api]} does not answer. ${damageSentence(damage)}`;
}

export function damageSentence(damage: Damage): string {
  const word: (facts: never) => string = damageWords[damage.code];
  return word(damage as never);
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** That pages are not answered yet, for operators. */
export const pagesRemarkWords =
  'Pages: starting. The map and the staff screens answer in a moment; both APIs answer already.';

/** How far a node has followed the log, for operators. */
export function nodeRemarkWords({ node, isConnected, sequence, behind, ageMs }: NodeRemark): string {
  const age = Number.isFinite(ageMs) ? `at most ${(ageMs / 1000).toFixed(1)} s old` : 'of unknown age';
  const connection = isConnected ? '' : ', PostgreSQL cannot be reached';
  return `Node ${node}: entry ${sequence}, ${age}${behind > 0 ? `, ${behind} entries behind` : ''}${connection}.`;
}

/** What is wrong with the disk of the database, and what to do. */
export function diskRemarkWords(remark: DiskRemark): string {
  const { folder } = remark;
  if (remark.code === 'disk-read-only')
    return `Read-only disk: ${folder} cannot be written, so changes are refused. Make it writable.`;
  const { freeBytes, diskBytes } = remark;
  const free = `${sizeWords(freeBytes)} of ${sizeWords(diskBytes)} free (${shareWords(freeBytes, diskBytes)})`;
  return `Low disk: ${folder} has ${free}. Make room before changes are refused.`;
}
