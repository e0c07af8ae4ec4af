import { type FileHandle, open } from 'node:fs/promises';
import { suffixesBeside } from '#db/backup/files-beside.ts';
import { getBaseMap, hasBaseMaps } from '#db/base-map/base-map.ts';
import type { Connection } from '#db/client.ts';
import { getList } from '#db/places/lists.ts';
import { digestOf } from '#flows/files/hashed.ts';
import { databaseMember, type Member } from '#lib/backup/manifest.ts';
import { placeLists } from '#lib/places/place.ts';

/** The files beside the database that belong to one state of it, open: they may be replaced meanwhile. */
export interface BesideFiles {
  readonly members: readonly Member[];
  content(member: Member): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens the files that belong to the state that `connection` sees.
 *
 * @returns undefined when one was removed since that state: a newer state has another
 */
export async function openBesideFiles(connection: Connection, databaseFile: string): Promise<BesideFiles | undefined> {
  const handles = new Map<string, FileHandle>();
  const close = async () => {
    await Promise.all([...handles.values()].map((handle) => handle.close()));
  };
  try {
    for (const suffix of suffixesOf(connection, databaseFile))
      handles.set(`${databaseMember}${suffix}`, await open(`${databaseFile}${suffix}`, 'r'));
    const members: Member[] = [];
    for (const [name, handle] of handles) {
      const { size } = await handle.stat();
      members.push({ name, bytes: size, sha256: await digestOf(contentOf(handle)) });
    }
    const content = ({ name }: Member) => contentOf(handles.get(name) as FileHandle);
    return { members, content, close };
  } catch (fault) {
    await close();
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
}

/** Of the lists of places and the street map, only the files that the state names. */
function suffixesOf(connection: Connection, databaseFile: string): string[] {
  const lists = placeLists.flatMap((list) => {
    const number = getList(connection, list)?.number;
    return number === undefined ? [] : [`.${list}-${number}`];
  });
  // a database of a former release is backed up before it is migrated
  const map = hasBaseMaps(connection) ? getBaseMap(connection) : undefined;
  if (map !== undefined) lists.push(`.base-map-${map.number}`);
  const others = suffixesBeside(databaseFile, 'kept').filter((suffix) => !/-\d+$/.test(suffix));
  return [...others, ...lists].sort();
}

function contentOf(handle: FileHandle): AsyncIterable<Uint8Array> {
  return handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 2 ** 20 });
}
