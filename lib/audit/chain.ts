import { hash } from 'node:crypto';
import type { Reason } from '#lib/refusal.ts';

/**
 * One row of the audit log as it is stored. `at` is epoch milliseconds; `before` and `after` are canonical JSON, null
 * where there was or is nothing. `previousHash` is the hash of the row before, empty for the first.
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

/** How many rows a chain has, or where it is broken. */
export type CheckedChain = { readonly rows: number } | { readonly fault: Reason };

/**
 * Follows the chain from its first row to its first fault.
 *
 * @param rows all rows by id
 * @param lastId the id of the last row that was ever written
 */
export function checkChain(rows: Iterable<AuditRow>, lastId: number): CheckedChain {
  let previousHash = chainStart;
  let count = 0;
  for (const row of rows) {
    count++;
    if (row.id !== count) return { fault: { code: 'audit-rows-missing', first: count, last: row.id - 1 } };
    if (row.previousHash !== previousHash) return { fault: { code: 'audit-row-unlinked', row: count } };
    if (row.hash !== hashOfRow(row)) return { fault: { code: 'audit-row-changed', row: count } };
    previousHash = row.hash;
  }
  if (count < lastId) return { fault: { code: 'audit-rows-missing', first: count + 1, last: lastId } };
  return { rows: count };
}
