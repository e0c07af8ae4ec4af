import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

test('coverage is offered under a licence, its files are made and listed, and it is taken back', async () => {
  const { run, databaseFile } = makeInstallation();
  await run('migrate');
  const database = openDatabase(databaseFile);
  const { id } = await importFile(database, file(collection(feature({ provider: 'One' }, square(174, -41)))));
  await publishVersion(database, id, writing);
  expect(await run('open-data list')).toEqual(done('No coverage is offered for download.\n'));

  expect(await run('open-data offer')).toEqual(
    refused(
      'These values cannot be used:',
      '  licence: Choose a licence before the coverage is offered.',
      '  attribution: Say in the attribution whom others should name before the coverage is offered.',
    ),
  );
  expect(await run('open-data offer --licence WTFPL')).toMatchObject({ status: 2 });

  expect(await run('open-data offer --licence CC-BY-4.0 --attribution Crown')).toEqual(
    done(
      'The published coverage is offered under Creative Commons Attribution 4.0 International. Attribution: Crown\n' +
        'The server makes the files; "open-data make" does it now.\n',
    ),
  );
  expect((await run('open-data list')).stdout).toContain('Version 1: its files are not made yet\n');
  expect(await run('open-data make')).toEqual(done('The files of coverage version 1 are made.\n'));
  expect(await run('open-data make')).toEqual(done('All files that are offered are made.\n'));
  expect((await run('open-data list')).stdout).toMatch(/\nVersion 1: 9 files, \d+\skB\n$/);
  const { versions, revision } = JSON.parse((await run('open-data list --json')).stdout);
  expect(versions[0].files[0]).toMatchObject({
    name: 'coverage-1-whole.geojson',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });

  expect(await run(`open-data stop --if-unchanged ${revision - 1}`)).toMatchObject({ status: 1 });
  expect(await run(`open-data stop --if-unchanged ${revision}`)).toEqual(
    done('No coverage is offered for download.\n'),
  );
  expect(readdirSync(`${databaseFile}-data`)).toEqual([]);
});
