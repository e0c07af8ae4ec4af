import { z } from 'zod';
import { placeLists } from '#lib/places/place.ts';

/** What is done with a file beside the database: `kept` is in every archive; a restore moves it aside, as it does `moved`. */
export type BesideKind = 'kept' | 'moved' | 'cache';

const numberedKinds = [...placeLists, 'base-map'];

/**
 * How the names of kept files continue that of the database, as a regular expression: the key of second factors and
 * sessions, the key of demonstration data, and by number the lists of places and the street map.
 */
export const keptEnding = String.raw`\.(?:secret|demonstration-key|(?:${numberedKinds.join('|')})-\d+)`;

/**
 * The files beside the database by how their names continue its own. All others (uploads, unfinished and scratch files,
 * what people copied) are in no archive, and a restore leaves them alone.
 */
const kinds: readonly (readonly [BesideKind, RegExp])[] = [
  ['kept', new RegExp(`^${keptEnding}$`)],
  // the log of the database, marks about it, and the last change that it had
  ['moved', /^(?:|-wal|-shm|-journal|-overwritten|\.last-change)$/],
  // tiles and files of open data are made again; those of another database would be wrong
  ['cache', /^-(?:tiles|data)$/],
];

/** @param suffix how the name continues that of the database, such as `.secret`; empty for the database itself */
export function besideKind(suffix: string): BesideKind | undefined {
  return kinds.find(([, pattern]) => pattern.test(suffix))?.[0];
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A file in an archive: the database, its changed pages or a file beside it. */
const member = (ending: string) =>
  z.object({ name: z.string().regex(new RegExp(`^watea\\.db${ending}$`)), bytes: z.int().min(0), sha256 });

/** Every archive begins with a manifest (`manifest.json`), which says what it is and what follows. Sizes are in bytes. */
const manifest = z.object({
  format: z.literal('watea-backup-1'),
  /** `increment`: only the pages of the database that changed since the archive before. */
  kind: z.enum(['full', 'increment']),
  id: z.uuid(),
  /** The archive before, and the SHA-256 of its manifest; null for a full one. */
  previous: z.object({ id: z.uuid(), sha256 }).nullable(),
  /** The full archive with which the chain begins: itself, for a full one. */
  full: z.uuid(),
  /** When the state in it was current, by the clock of the machine. */
  madeAt: z.iso.datetime(),
  database: z.object({
    /** How many migrations it has. */
    version: z.int().min(1),
    pageBytes: z.int().min(512).max(65_536),
    pages: z.int().min(1),
    /** Of the complete database, for an increment that of full archive and increments together. */
    sha256,
  }),
  /** All files beside the database; an increment has only those that are new since the archive before. */
  files: z.array(member(keptEnding)),
  /** What follows, in this order. */
  members: z.array(member(`(?:\\.pages|${keptEnding})?`)),
});

export type Manifest = z.output<typeof manifest>;
export type Member = Manifest['members'][number];

export const manifestName = 'manifest.json';
/** The last file of an archive: checksums of the manifest and all members, as `sha256sum -c` reads them. */
export const checksumsName = 'SHA256SUMS';
/** The database of a full archive, and the changed pages of an increment: each after its number in 4 bytes (big-endian). */
export const databaseMember = 'watea.db';
export const pagesMember = 'watea.db.pages';
export const pageNumberBytes = 4;
/** No manifest is longer, in bytes. */
export const longestManifest = 64 * 1024;

/** @returns undefined for a text that is not the manifest of an archive */
export function parseManifest(text: string): Manifest | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = manifest.safeParse(given);
  return parsed.success && isConsistent(parsed.data) ? parsed.data : undefined;
}

function isConsistent({ kind, id, full, previous, files, members }: Manifest): boolean {
  const isFull = kind === 'full';
  const [content, ...others] = members.toReversed();
  const isKnown = ({ name, sha256 }: Member) => files.some((file) => file.name === name && file.sha256 === sha256);
  const isWhole = content?.name === (isFull ? databaseMember : pagesMember) && others.every(isKnown);
  const isOnce = [files, members].every((list) => new Set(list.map(({ name }) => name)).size === list.length);
  const hasAll = !isFull || others.length === files.length;
  return isWhole && hasAll && isOnce && isFull === (previous === null) && isFull === (full === id);
}

/** The content of `SHA256SUMS`. @param manifestSha256 in hexadecimal */
export function checksumsText({ members }: Manifest, manifestSha256: string): string {
  const files = [{ name: manifestName, sha256: manifestSha256 }, ...members];
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

/** How the name of a file beside the database continues: `.secret`. */
export function suffixOf({ name }: Pick<Member, 'name'>): string {
  return name.slice(databaseMember.length);
}
