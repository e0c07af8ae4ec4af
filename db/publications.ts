import type { Connection } from './client.ts';
import { eq } from './drizzle.ts';
import { readGeneration } from './generation.ts';
import { registerRun } from './registry/schema.ts';

/**
 * Whether a register was ever published, by an import of any file that was accepted. Before that nobody knows which names
 * are taken, so none is available (B10).
 */
export function isRegisterPublished({ db }: Connection): boolean {
  if (readGeneration(db, 'register').value > 0) return true;
  return (
    db.select({ id: registerRun.id }).from(registerRun).where(eq(registerRun.state, 'published')).limit(1).get() !==
    undefined
  );
}

/** Whether a coverage version was ever published. Before that nobody knows what reaches a place (B10). */
export function isCoveragePublished({ db }: Connection): boolean {
  return readGeneration(db, 'coverage').value > 0;
}
