import { rmSync, writeFileSync } from 'node:fs';
import type { Connection } from '#db/client.ts';

/** What tidying up writes before SQLite moves it from its log into the database, and as much again. */
const reserveBytes = 8 * 2 ** 20;

/**
 * Keeps room on the disk, in a file beside the database, while much is written: on a full disk not even what was written
 * can be removed. Whoever makes, indexes or removes coverage holds the lock, so there is one at a time.
 */
export function reserveDisk({ sqlite }: Pick<Connection, 'sqlite'>): void {
  writeFileSync(reserveOf(sqlite), Buffer.alloc(reserveBytes), { mode: 0o600 });
}

/** Gives the room back, also that of a process that was killed. */
export function releaseDisk({ sqlite }: Pick<Connection, 'sqlite'>): void {
  rmSync(reserveOf(sqlite), { force: true });
}

function reserveOf(sqlite: Connection['sqlite']): string {
  return `${sqlite.name}-coverage-reserve`;
}
