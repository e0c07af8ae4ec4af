import { z } from 'zod';
import { isArchiveName } from '#lib/backup/archives.ts';

/** A snapshot of a node, with which a new one begins. */
export interface Base {
  /** The archive's name in the folder of bases. */
  readonly name: string;
  /** An entry of the log that it has for certain. */
  readonly sequence: number;
  /** When its state was current, in epoch milliseconds. */
  readonly madeAt: number;
}

/** The file of a folder of bases that lists them, oldest first. */
export const basesName = 'bases.json';

const list = z.array(
  z.object({ name: z.string().refine(isArchiveName), sequence: z.int().min(0), madeAt: z.number() }),
);

/** Reads a list of bases; undefined for any other text. */
export function parseBases(text: string): Base[] | undefined {
  try {
    return list.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** How many bases are kept: the one before the last too, for a node that has just begun to read it. */
export const keptBases = 2;
/** How often a base is made, in milliseconds. */
export const baseEveryMs = 86_400_000;
/**
 * The longest that entries and bases are kept, in milliseconds: email addresses of reports are deleted after 90 days, and
 * are in entries and bases for as long.
 */
export const mostKeptMs = 30 * 86_400_000;

/** Whether a new base is due. A base from the future was made by a clock that was wrong. */
export function isBaseDue(bases: readonly Base[], nowMs: number): boolean {
  const madeAt = bases.at(-1)?.madeAt;
  return madeAt === undefined || Math.abs(nowMs - madeAt) >= baseEveryMs;
}

/** The bases that are kept when another is added, oldest first. */
export function withBase(bases: readonly Base[], added: Base, nowMs: number): Base[] {
  return [...bases, added].slice(-keptBases).filter(({ madeAt }) => nowMs - madeAt < mostKeptMs);
}
