import { expect, test } from 'vitest';
import { collection, feature, square } from '#tests/support/files/coverage-files.ts';
import { done, type Installation, makeInstallation, refused } from '#tests/support/installation.ts';

async function migrated(): Promise<Installation> {
  const installation = makeInstallation();
  await installation.run('migrate');
  return installation;
}

test('providers are added, changed, renamed, retired and brought back, and have aliases', async () => {
  const { run } = await migrated();
  expect(await run('providers list')).toEqual(done('No providers yet: imports add them, or "providers add".\n'));
  expect(await run('providers add Tūī --url https://tui.example/')).toEqual(done('Tūī is added.\n'));
  expect(await run('providers change tūī --wholesale Both')).toEqual(
    done('tūī is changed. Published offers stay as they are; see "providers apply".\n'),
  );
  expect(await run('providers alias Tūī Parson-Bird')).toEqual(done('Tūī is also called Parson-Bird.\n'));
  expect(await run('providers rename parson-bird Kererū')).toEqual(
    done('parson-bird is now called Kererū. Published offers keep the old name; see "providers apply".\n'),
  );
  expect(await run('providers list')).toEqual(
    done('Kererū (also Parson-Bird, Tūī)\thttps://tui.example/\twholesale Both\t0 published offers\n'),
  );
  expect(await run('providers alias Kererū tūī --remove')).toEqual(done('Kererū is also called Parson-Bird.\n'));
  expect(await run('providers alias Kererū Parson-Bird --remove')).toEqual(done('Kererū has no aliases.\n'));
  expect(await run('providers retire Kererū')).toEqual(done('Kererū is retired.\n'));
  const [row] = JSON.parse((await run('providers list --json')).stdout);
  expect(row).toMatchObject({ name: 'Kererū', aliases: [], retiredAt: expect.stringMatching(/^2026-11-20T12:/) });
  expect(await run('providers revive Kererū')).toEqual(done('Kererū is back in use.\n'));
});

test('published offers have a provider’s new name and address once they are applied', async () => {
  const { run, write } = await migrated();
  const content = JSON.stringify(collection(feature({ provider: 'One' }, square(174, -41))));
  const path = write('towns.geojson', content);
  await run(`coverage import ${path} --new-provider --publish`);
  await run('providers rename One Tahi');
  await run('providers change Tahi --url https://tahi.example/');
  expect(await run('providers retire Tahi')).toEqual(
    refused('Tahi has 1 published offer: retire its layers and publish that first.'),
  );
  expect(await run('providers apply Tahi')).toEqual(
    done('Version 2 is ready. To publish it: npm run watea -- coverage publish 2\n'),
  );
  expect(await run('providers apply tahi --with url --publish --json')).toEqual(
    done('{"version":3,"changedOffers":1,"published":true}\n'),
  );
  expect(await run('providers apply Tahi --with url')).toEqual(
    refused('All published offers of Tahi have these details already.'),
  );
});

test.each([
  ['providers rename Nobody New', 'There is no provider called Nobody: check the spelling.'],
  ['providers apply Nobody', 'There is no provider called Nobody: check the spelling.'],
  ['providers add ONE', 'There is already a provider called One.'],
  ['providers alias Two one', 'There is already a provider called One.'],
  ['providers alias Two three --remove', 'Two has no alias three.'],
])('%s is refused, and nothing changes', async (args, sentence) => {
  const { run, bytes } = await migrated();
  await run('providers add One');
  await run('providers add Two');
  const before = bytes();
  expect(await run(args)).toEqual(refused(sentence));
  expect(bytes().equals(before)).toBe(true);
});

test.each([
  ['providers add New --url javascript:alert(1)', 'is not a web address that begins with http:// or https://'],
  ['providers add New --url ftp://new.example/', 'is not a web address that begins with http:// or https://'],
  ['providers add New --wholesale maybe', 'Allowed choices are Yes, No, Both.'],
  ['providers apply New --with name', 'Allowed choices are url, wholesale.'],
])('%s is wrong usage', async (args, sentence) => {
  const { run } = await migrated();
  expect(await run(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) });
});
