import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Connection } from '#db/client.ts';
import { bumpGeneration } from '#db/generation.ts';
import { dataFilePath, dataFolder, removeOtherDataFiles } from '#db/open-data/data-folder.ts';
import { dataDigests } from '#db/open-data/open-data.ts';
import { getList } from '#db/places/lists.ts';
import { placeFile, removeOtherFiles, unfinishedFile } from '#db/places/place-file.ts';
import { makePrivate, makePrivateFolder, renameDurably, syncFile } from '#db/private-file.ts';
import { transact } from '#db/transaction.ts';
import { sharedNow } from '#lib/clock.ts';
import { placeLists } from '#lib/places/place.ts';

/**
 * Copies the files of the place lists that the database names: from this node into the folder that all nodes see, and from
 * there to this node if they are missing here. A list never uses a number twice, so files of the same name are alike.
 */
export async function sharePlaceFiles(connection: Connection, folder: string): Promise<void> {
  const databaseFile = connection.sqlite.name;
  for (const list of placeLists) {
    const number = getList(connection, list)?.number;
    if (number === undefined) continue;
    const own = placeFile(databaseFile, list, number);
    const shared = join(folder, `${list}-${number}`);
    if (existsSync(own)) {
      if (existsSync(shared)) continue;
      makePrivateFolder(folder);
      await copyDurably(own, shared, `${shared}.${process.pid}`);
    } else if (existsSync(shared)) {
      await copyDurably(shared, own, unfinishedFile(databaseFile, list));
      removeOtherFiles(databaseFile, list, number);
      // readers have found that the file was missing, and look again
      await transact(connection, (db) => bumpGeneration(db, 'places', sharedNow()));
    }
  }
}

/**
 * Copies the files of open data that the database names, in the same way. Those that it names no longer are removed, here and
 * in the shared folder, after a day: a job may just have made what is not named yet.
 */
export async function shareDataFiles(connection: Connection, folder: string, nowMs: number): Promise<void> {
  const databaseFile = connection.sqlite.name;
  const named = dataDigests(connection);
  for (const sha256 of named) {
    const own = dataFilePath(databaseFile, sha256);
    const shared = join(folder, sha256);
    if (existsSync(own) === existsSync(shared)) continue;
    const [from, to] = existsSync(own) ? [own, shared] : [shared, own];
    makePrivateFolder(dirname(to));
    await copyDurably(from, to, `${to}.${process.pid}`);
  }
  const madeBefore = nowMs - keptUnnamedMs;
  for (const each of [dataFolder(databaseFile), folder]) removeOtherDataFiles(each, named, madeBefore);
}

const keptUnnamedMs = 86_400_000;

/** Copies a file so that it is complete whenever it is at its path. */
async function copyDurably(from: string, to: string, unfinished: string): Promise<void> {
  await copyFile(from, unfinished);
  makePrivate(unfinished);
  syncFile(unfinished);
  renameDurably(unfinished, to);
}
