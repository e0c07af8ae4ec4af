import type { UsageApi } from '#lib/usage/batch.ts';

/** What shows that stored data are damaged: a code and the facts. The words are in `lib/words/readiness.ts`. */
export type Damage =
  /** SQLite cannot read the file; `errno` is its code, such as `SQLITE_CORRUPT`. */
  | { readonly code: 'database-unreadable'; readonly errno: string }
  /** The schema in the file lacks what a statement of ours reads; `text` is SQLite's own. */
  | { readonly code: 'schema-damaged'; readonly text: string }
  /** The register and its witness say different things about a name. */
  | { readonly code: 'register-disagrees'; readonly name: string }
  /** Lists of names of this revision lack names, or have others, than the witness says. */
  | { readonly code: 'list-disagrees'; readonly revision: number }
  /** The release jobs that have run are not those that their witness has. */
  | { readonly code: 'releases-disagree' }
  /** The witness has names that the register lacks. */
  | { readonly code: 'names-lost'; readonly count: number }
  /** A table of few rows is not sound; `text` is SQLite's own. */
  | { readonly code: 'table-damaged'; readonly table: string; readonly text: string }
  /** The file is shorter than its header says. */
  | { readonly code: 'pages-missing'; readonly pages: number; readonly bytes: number }
  /** The witness of a revision is missing, or its checksum is wrong. */
  | { readonly code: 'witness-unusable'; readonly revision: number }
  /** A block of a version's cell index does not have its checksum. */
  | { readonly code: 'block-damaged'; readonly version: number; readonly block: number }
  /** The technologies in use do not have their checksum. */
  | { readonly code: 'technologies-damaged' }
  /** The list of a version's blocks does not have its checksum. */
  | { readonly code: 'directory-damaged'; readonly version: number }
  /** The offers of a version do not have their checksum. */
  | { readonly code: 'offers-damaged'; readonly version: number };

/** The API that must not answer from damaged data. */
export type DamagedApi = UsageApi;

/** Thrown by whatever reads damaged data. The process that catches it stops answering the API that reads them. */
export class DamageFound extends Error {
  override name = 'DamageFound';
  readonly damage: Damage;

  constructor(damage: Damage) {
    super(`Damaged data: ${JSON.stringify(damage)}`);
    this.damage = damage;
  }
}

/** What a fault shows to be damaged; undefined for a fault that has another cause. */
export function damageIn(fault: unknown): Damage | undefined {
  if (fault instanceof DamageFound) return fault.damage;
  const errno = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  const isUnreadable = /^SQLITE_(CORRUPT|NOTADB|IOERR_(SHORT_)?READ|IOERR_CORRUPTFS)/.test(errno);
  if (isUnreadable) return { code: 'database-unreadable', errno };
  // a bit that flips in the schema renames a column or spoils an index, and SQLite takes that; it checks names of tables
  const text = errno === 'SQLITE_ERROR' && fault instanceof Error ? fault.message : '';
  return /^(no such column|no query solution|foreign key mismatch)/.test(text)
    ? { code: 'schema-damaged', text }
    : undefined;
}

const mostListed = 20;

/** Damage that a check finds: how much, and the first of it. */
export class DamageList {
  readonly first: Damage[] = [];
  total = 0;

  add(damage: Damage): void {
    this.total++;
    if (this.first.length < mostListed) this.first.push(damage);
  }

  /** Runs a check, and adds the damage that it throws. Any other fault is thrown on. */
  try(check: () => void): void {
    try {
      check();
    } catch (fault) {
      const damage = damageIn(fault);
      if (damage === undefined) throw fault;
      this.add(damage);
    }
  }

  addAll({ first, total }: DamageList): void {
    this.first.push(...first.slice(0, mostListed - this.first.length));
    this.total += total;
  }
}

/** Why a process should get no requests (`/readyz`): a code and the facts. The words are in `lib/words/readiness.ts`. */
export type UnreadyReason =
  | { readonly code: 'damaged'; readonly api: DamagedApi; readonly damage: Damage }
  | { readonly code: 'database-files-changed'; readonly file: string; readonly change: FilesChange }
  | { readonly code: 'database-silent' }
  /** Nothing was ever published that this API could answer from. */
  | { readonly code: 'not-published'; readonly api: DamagedApi }
  /** A node of a cluster has not heard from PostgreSQL for too long. */
  | { readonly code: 'node-stale'; readonly node: string; readonly ageMs: number; readonly maxStaleMs: number }
  /** It has not yet followed the log to its end, or does not know the time. */
  | { readonly code: 'node-not-joined'; readonly node: string };

/** What somebody has done to the files of an open database: to itself, or to its log (-wal, -shm). */
export type FilesChange = 'missing' | 'replaced' | 'overwritten' | 'truncated' | 'log-missing' | 'log-replaced';

/**
 * What is wrong with the disk of the database while both APIs still answer correctly: a code and the facts. The words are
 * in `lib/words/readiness.ts`.
 */
export type DiskRemark =
  | { readonly code: 'disk-low'; readonly folder: string; readonly freeBytes: number; readonly diskBytes: number }
  | { readonly code: 'disk-read-only'; readonly folder: string };

/** How far a node of a cluster has followed the log. The words are in `lib/words/readiness.ts`. */
export interface NodeRemark {
  readonly node: string;
  readonly isConnected: boolean;
  readonly sequence: number;
  readonly behind: number;
  readonly ageMs: number;
}
