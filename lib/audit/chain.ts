import { hash } from 'node:crypto';

/**
 * One row of the audit log, as it stands in the database. `at` is epoch milliseconds; `before` and `after` are canonical
 * JSON, null where there was or is nothing. `previousHash` is the hash of the row before, empty for the first.
 */
export interface AuditRow {
  readonly id: number;
  readonly at: number;
  readonly who: string;
  readonly address: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly previousHash: string;
  readonly hash: string;
}

/** The hash of the row before the first. */
export const chainStart = '';

/** The SHA-256 (lower-case hexadecimal) of a row's content and of the hash before it. */
export function hashOfRow(row: Omit<AuditRow, 'hash'>): string {
  const { id, at, who, address, action, subject, before, after, previousHash } = row;
  return hash('sha256', JSON.stringify([previousHash, id, at, who, address, action, subject, before, after]), 'hex');
}

/** Where a chain is broken: the row, counted from 1, and what is wrong in one sentence. */
export interface ChainFault {
  readonly id: number;
  readonly sentence: string;
}

/**
 * Follows the chain from its first row.
 *
 * @param rows all rows by id
 * @param lastId the id of the last row that was ever written
 * @returns the first fault, or how many rows there are
 */
export function checkChain(rows: Iterable<AuditRow>, lastId: number): ChainFault | { readonly rows: number } {
  let previousHash = chainStart;
  let count = 0;
  for (const row of rows) {
    count++;
    if (row.id !== count) {
      return { id: count, sentence: `Row ${count} of the audit log is missing; row ${row.id} stands in its place.` };
    }
    if (row.previousHash !== previousHash) {
      return { id: count, sentence: `Row ${count} of the audit log does not follow from the row before it.` };
    }
    if (row.hash !== hashOfRow(row)) {
      return { id: count, sentence: `Row ${count} of the audit log was changed after it was written.` };
    }
    previousHash = row.hash;
  }
  if (count < lastId) {
    const missing = lastId === count + 1 ? `Row ${lastId}` : `Rows ${count + 1} to ${lastId}`;
    return { id: count + 1, sentence: `${missing} of the audit log ${lastId === count + 1 ? 'is' : 'are'} missing.` };
  }
  return { rows: count };
}
