import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { done, makeInstallation, refused } from '#tests/support/installation.ts';

function file(text: string): string {
  const folder = makeFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'list.csv');
  writeFileSync(path, text);
  return path;
}

test('the header shows whether a file is the gazetteer or addresses; rows without a position are counted', async () => {
  const { run } = makeInstallation();
  await run('migrate');
  const gazetteer = file('name,feat_type,latitude,longitude\nOban,Village,-46.9,168.13\nNowhere,Town,,\n');
  expect(await run(`places import ${gazetteer}`)).toEqual(
    done('gazetteer: 1 place can be found now.\nSkipped 1 row without a name or a position.\n'),
  );
  const addresses = file('full_address,shape_X,shape_Y\n"1 Rātā Street, Naenae",174.9,-41.2\n');
  const { stdout } = await run(`places import ${addresses} --json`);
  expect(JSON.parse(stdout)).toEqual({
    list: 'addresses',
    entries: 1,
    skipped: 0,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('an unreadable row is refused with its line', async () => {
  const { run } = makeInstallation();
  await run('migrate');
  const wrong = file('name,feat_type,latitude,longitude\nOban,Village,south,168.13\n');
  expect(await run(`places import ${wrong}`)).toEqual(
    refused(
      `${wrong} was not imported; the list is unchanged.\n  line 2: The latitude "south" is not a number of degrees from -90 to 90.`,
    ),
  );
  expect(await run('places import nowhere.csv')).toMatchObject({
    status: 2,
    stderr: 'There is no file nowhere.csv.\n',
  });
});

test('other names are imported beside a list, or by themselves', async () => {
  const { run } = makeInstallation();
  await run('migrate');
  const gazetteer = file('name,feat_type,latitude,longitude\nBulls,Town,-40.17,175.38\n');
  const aliases = file('name,alias,latitude,longitude\nBulls,Ō-hine-puhiawe,-40.17,175.38\nBulls,BLZ,-40.17,175.38\n');
  const lines = [
    'aliases: 1 other name can be found now.',
    'Skipped 1 row that would find nothing more.',
    'gazetteer: 1 place can be found now.',
  ];
  expect(await run(`places import --aliases ${aliases}`)).toEqual(done(`${lines.slice(0, 2).join('\n')}\n`));
  expect(await run(`places import ${gazetteer} --aliases ${aliases}`)).toEqual(
    done(`${[lines[2], lines[0], lines[1]].join('\n')}\n`),
  );
  expect(await run(`places import --aliases ${gazetteer}`)).toMatchObject({ status: 1 });
  expect(await run('places import')).toMatchObject({ status: 2 });
});
