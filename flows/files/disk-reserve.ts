import { rmSync, writeFileSync } from 'node:fs';
import type { Connection } from '#db/client.ts';

/** What tidying up writes before SQLite moves it from its log to the database, and as much again. */
const reserveBytes = 8 * 2 ** 20;

/**
 * Reserves disk space in a file beside the database while much is written: on a full disk not even the removal of what
 * was written is possible. The coverage lock must be held, so there is only one such file.
 */
export function reserveDisk({ sqlite }: Pick<Connection, 'sqlite'>): void {
  writeFileSync(reserveOf(sqlite), Buffer.alloc(reserveBytes), { mode: 0o600 });
}

/** Frees the reserved space, also that of a process that was killed. */
export function releaseDisk({ sqlite }: Pick<Connection, 'sqlite'>): void {
  rmSync(reserveOf(sqlite), { force: true });
}

function reserveOf(sqlite: Connection['sqlite']): string {
  return `${sqlite.name}-coverage-reserve`;
}
