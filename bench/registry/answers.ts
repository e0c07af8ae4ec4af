import { closeDatabase, openDatabase } from '#db/client.ts';
import { pendingForDroplist } from '#db/registry/droplist-rows.ts';
import { registerLookup } from '#db/registry/lookup.ts';
import { availabilityEntry } from '#lib/registry/availability-entry.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { namesOfString } from '#lib/registry/names/names-of-string.ts';
import { makeDroplist } from '#lib/registry/release/droplist.ts';
import { DroplistForms } from '#lib/registry/release/droplist-forms.ts';
import { latestCancelledTaken, nextJobs } from '#lib/registry/release/release.ts';
import { statuses } from '#lib/registry/status.ts';

/** CPU microseconds that handlers take for an answer. */
export interface AnswersMeasured {
  readonly ofString: number;
  readonly ofThousand: number;
  /** From the database to the packed body. */
  readonly droplistRebuilt: number;
  readonly droplistNames: number;
}

/** The median CPU microseconds of one call, of many. */
async function cpuMicroseconds(times: number, work: () => unknown): Promise<number> {
  for (let warm = 0; warm < times; warm++) await work();
  const runs: number[] = [];
  for (let run = 0; run < 9; run++) {
    const before = process.cpuUsage();
    for (let call = 0; call < times; call++) await work();
    const { user, system } = process.cpuUsage(before);
    runs.push((user + system) / times);
  }
  return runs.sort((one, other) => one - other)[4] ?? 0;
}

/** Measures answers from a register at an instant, in this process. */
export async function measureAnswers(databaseFile: string, now: number): Promise<AnswersMeasured> {
  const database = openDatabase(databaseFile);
  const lookup = registerLookup(database.reader);
  // from all over the register
  const every =
    'SELECT name FROM (SELECT name, row_number() OVER (ORDER BY name) AS place FROM domain) WHERE place % 700 = 0 LIMIT 1000';
  const names = database.reader.sqlite.prepare<[], string>(every).pluck().all();
  const answer = (asked: readonly ReturnType<typeof parseName>[]) =>
    lookup.inSnapshot((known) =>
      asked.map((name) =>
        availabilityEntry(
          name,
          name.valid ? statusOfName(name, known, { now, hasSandboxName: false }) : statuses.Invalid,
        ),
      ),
    );
  const nextPiece = async () => undefined;
  const droplist = async () => {
    const rows = pendingForDroplist(database.reader, latestCancelledTaken(nextJobs(now)[1]), now);
    const { entries } = await makeDroplist(rows, now, nextPiece);
    const question = { format: 'json', suffix: undefined, contains: undefined, day: undefined } as const;
    const form = await new DroplistForms(entries, now).representation(question, nextPiece);
    await form.body('gzip');
    return entries.length;
  };
  const measured = {
    ofString: await cpuMicroseconds(2000, () => answer(namesOfString('kiwi'))),
    ofThousand: await cpuMicroseconds(20, () => answer(names.map(parseName))),
    droplistRebuilt: await cpuMicroseconds(3, droplist),
    droplistNames: await droplist(),
  };
  closeDatabase(database);
  return measured;
}
