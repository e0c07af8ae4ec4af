import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { rowsOf } from '#db/registry/pages-by-name.ts';
import { RegisterScratch } from '#db/registry/scratch.ts';
import { registerStates } from '#db/registry/states.ts';
import { Refusal } from '#lib/refusal.ts';
import { FeedDifferences } from '#lib/registry/import/difference.ts';
import { sideBySide } from '#lib/registry/import/side-by-side.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';

const comparedAtOnce = 2000;

/**
 * Compares the published register with a full register file, name by name. Names that the file lacks are no difference
 * while the register keeps them because only one full file has lacked them, or once they have been released.
 *
 * @throws Refusal with the first faults of a file that cannot be read
 */
export async function compareWithFeed(
  connection: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: FeedOptions,
): Promise<FeedDifferences> {
  const scratch = new RegisterScratch();
  try {
    await readFeed(scratch, bytes, options).catch((fault) => {
      if (!(fault instanceof Refusal)) throw fault;
      throw new Refusal({ code: 'feed-not-compared', file: options.source }, fault.faults, fault.total);
    });
    const { value: published } = readGeneration(connection.db, 'register');
    const kept = missingNames(connection);
    const nowMs = options.clock();
    const differences = new FeedDifferences();
    let compared = 0;
    const names = sideBySide(rowsOf(scratch.rowPages()), rowsOf(registerStates(connection).pages(published)));
    for (const { name, left: row, right: state } of names) {
      const isReleased = state?.freeAt !== null && (state?.freeAt ?? 0) <= nowMs;
      const isInRegister = state !== undefined && state.registered !== null;
      if (row !== undefined && !isInRegister) differences.add('only-in-file', name);
      else if (row === undefined && isInRegister && !kept.has(name) && !isReleased) {
        differences.add('only-in-register', name);
      } else if (row !== undefined && (row.registered !== state?.registered || row.cancelled !== state.cancelled)) {
        differences.add('other-dates', name);
      }
      if (++compared % comparedAtOnce === 0) await nextTurn();
    }
    return differences;
  } finally {
    scratch.close();
  }
}
