import type { Damage, DamagedApi, DiskRemark, FilesChange, NodeRemark, UnreadyReason } from '#lib/readiness.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { shareWords, sizeWords } from '#lib/usage/words.ts';

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

/** The APIs at the start of a sentence. */
export const apiNames: Readonly<Record<UsageApi, string>> = {
  registry: 'The registry API',
  broadband: 'The broadband API',
};

/** What was never published that an API could answer from. */
export const unpublished: Readonly<Record<UsageApi, string>> = {
  registry: 'no register has been imported',
  broadband: 'no coverage version has been published',
};

/** Why the database or a file beside it cannot be written at present. Everything goes on once the cause is gone. */
export const storageWords = {
  'database-busy': ({ seconds, file }: { seconds: number; file: string }) =>
    `Another process has been writing to ${file} for ${seconds} s. Nothing was changed: try again in a moment, or stop that process.`,
  'disk-full': ({ folder, free }: { folder: string; free: number }) =>
    `The disk is full: ${folder} has ${sizeWords(free)} free. Nothing was changed: free some space, then try again.`,
  'disk-read-only': ({ folder }: { folder: string }) =>
    `${folder} is read-only: this user cannot write there. Nothing was changed: make it writable, then try again.`,
  'disk-failing': ({ folder, cause }: { folder: string; cause: string }) =>
    `Writing to ${folder} failed (${cause}). Nothing was changed: check the disk, then try again.`,
  'cluster-away': () =>
    'The cluster cannot be written at present: PostgreSQL does not answer. Nothing was changed: try again in a moment.',
  'cluster-outcome-unknown': () =>
    'The connection to PostgreSQL was lost while this was saved. Check whether it was saved before you try again.',
  'cluster-not-synchronous': () =>
    'PostgreSQL confirms without waiting for a standby, so a lost machine could lose what was confirmed: set synchronous_standby_names, or CLUSTER_ALLOW_ASYNC=1 to try the cluster out.',
  'base-not-fetched': ({ address, cause }: { address: string; cause: string }) =>
    `The base for this node could not be read from ${address} (${cause}): check BASE_DIR.`,
  'cluster-needs-base': ({ file, reason }: { file: string; reason: string }) =>
    `${file} cannot follow the log of the cluster (${reason}): the node needs a base.`,
  'cluster-newer-schema': ({ migration }: { migration: string }) =>
    `The cluster's log has the migration ${migration}, which this version of Wātea does not know: update this node.`,
  'stored-value-damaged': ({ column }: { column: string }) =>
    `What is stored in ${column} is damaged and cannot be read.`,
} as const;
