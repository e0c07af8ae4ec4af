import { closeDatabase, openDatabase } from '#db/client.ts';
import { pendingForDroplist, registerLookup } from '#db/registry/lookup.ts';
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
function cpuMicroseconds(times: number, work: () => unknown): number {
  for (let warm = 0; warm < times; warm++) work();
  const runs = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage();
    for (let call = 0; call < times; call++) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  });
  return runs.sort((one, other) => one - other)[4] ?? 0;
}

/** Measures answers from a register at an instant, in this process. */
export function measureAnswers(databaseFile: string, now: number): AnswersMeasured {
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
  const droplist = () => {
    const rows = pendingForDroplist(database.reader, latestCancelledTaken(nextJobs(now)[1]));
    const { entries } = makeDroplist(rows, now);
    const question = { format: 'json', suffix: undefined, contains: undefined, day: undefined } as const;
    new DroplistForms(entries, now).representation(question).body('gzip');
    return entries.length;
  };
  const measured = {
    ofString: cpuMicroseconds(2000, () => answer(namesOfString('kiwi'))),
    ofThousand: cpuMicroseconds(20, () => answer(names.map(parseName))),
    droplistRebuilt: cpuMicroseconds(3, droplist),
    droplistNames: droplist(),
  };
  closeDatabase(database);
  return measured;
}
