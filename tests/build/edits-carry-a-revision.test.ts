import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The writes of the staff screens that change nothing that exists, or guard by themselves what they assume. */
const withoutRevision: Readonly<Record<string, readonly string[]>> = {
  'app/admin/registrars/actions.ts': ['addRegistrar', 'allowNetwork', 'allowPasted'],
  'app/admin/users/actions.ts': ['addUser', 'issueKey'],
  'app/admin/providers/actions.ts': ['addProvider', 'addAlias'],
  'app/admin/technologies/actions.ts': ['addTechnology'],
  // a version or a layer never changes, and what is published is compared by its number
  'app/admin/coverage/actions.ts': [
    'publishCoverage',
    'rollBackCoverage',
    'retireCoverage',
    'deleteCoverage',
    'keepCoverage',
  ],
  'app/admin/coverage/import/actions.ts': ['inspectUpload', 'removeFile', 'readAgain', 'importMapped'],
  'app/admin/own/import/actions.ts': ['inspectOwnUpload', 'removeOwnFile', 'readOwnAgain', 'importOwn'],
  'app/admin/register/feeds/actions.ts': ['compareFeed', 'importFeed', 'undoFeed'],
  'app/admin/register/releases/actions.ts': ['runMissedRelease'],
  'app/admin/register/lists/actions.ts': ['addListed', 'importListed'],
  'app/admin/jobs/actions.ts': ['stopJob', 'tryAgain'],
  'app/admin/outbox/actions.ts': ['tryMessageAgain', 'sendTestAlert'],
  'app/admin/requests/actions.ts': ['showLink'],
  'app/admin/staff/actions.ts': ['invite'],
  // a file replaces another as a whole
  'app/admin/base-map/actions.ts': ['importUpload', 'fetchBaseMap', 'removeBaseMap'],
  'app/admin/statistics/actions.ts': ['importAreas', 'removeAreaSet'],
  'app/admin/overview/actions.ts': ['backUp', 'acknowledge'],
};

const root = `${import.meta.dirname}/../..`;
const files = globSync('app/admin/**/actions.ts', { cwd: root }).toSorted();

/** The exported actions of a file, each with its source. */
function actionsOf(file: string): { readonly name: string; readonly source: string }[] {
  const [, ...parts] = readFileSync(`${root}/${file}`, 'utf8').split(/^export async function /m);
  return parts.map((source) => ({ name: /^\w+/.exec(source)?.[0] ?? '', source }));
}

test.each(files)('every action of %s that changes a record carries the revision of its page', (file) => {
  const without = actionsOf(file).filter(({ source }) => /\bstaffChange\(/.test(source));
  expect(without.map(({ name }) => name)).toEqual(withoutRevision[file] ?? []);
});

test('an action reaches a change only through the functions that check the session', () => {
  const other = files.flatMap((file) =>
    actionsOf(file)
      .filter(
        ({ source }) =>
          !/\b(staffChange|staffEdit|staffAct|staffBulk|staffBulkOfAny|ownChange|signInStep)\(/.test(source),
      )
      .map(({ name }) => `${file} ${name}`),
  );
  expect(other).toEqual([]);
});
