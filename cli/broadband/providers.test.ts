import { expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { collection, feature, offered, square } from '#tests/support/files/coverage-files.ts';
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

test('the usage of a provider is what it delivered and was asked, by month', async () => {
  const { run, write, databaseFile } = await migrated();
  await run(
    `coverage import ${write('towns.geojson', JSON.stringify(collection(feature({}, square(174, -41)))))} --new-provider`,
  );
  const { sqlite } = openWriter(databaseFile);
  const october = Date.parse('2026-10-31T23:00:00+13:00');
  sqlite.exec(`
    INSERT INTO point_report (id, created_at, y, x, what, shown, answer) VALUES (1, ${october}, 0, 0, 'x', '', '');
    INSERT INTO report_answer (report_id, provider_id, outcome) VALUES (1, 1, 'confirmed');`);
  sqlite.close();
  const { stdout } = await run('providers usage one');
  expect(stdout.trimEnd().split('\n')).toHaveLength(12);
  expect(stdout).toMatch(
    /^Dec 2025\t0 deliveries .*\nOct 2026\t0 deliveries \(0 by its people\)\t1 report \(1 answered\)\nNov 2026\t1 delivery \(0 by its people\)\t0 reports \(0 answered\)\n$/s,
  );
  const json = JSON.parse((await run('providers usage One --period 36m --json')).stdout);
  expect(json).toMatchObject({ provider: 'One', months: { length: 36 } });
  expect(json.months.at(-2)).toEqual({ month: '2026-10', deliveries: 0, byItsPeople: 0, reports: 1, answered: 1 });
  expect(await run('providers usage One --period 7d')).toMatchObject({ status: 2 });
});

test.each([
  ['providers rename Nobody New', 'There is no provider called Nobody: check the spelling.'],
  ['providers apply Nobody', 'There is no provider called Nobody: check the spelling.'],
  ['providers add ONE', 'There is already a provider called One.'],
  ['providers alias Two one', 'There is already a provider called One.'],
  ['providers alias Two three --remove', 'Two has no alias three.'],
  [
    'providers defaults Nobody --technology Fibre --min-up 1',
    'There is no provider called Nobody: check the spelling.',
  ],
  ['providers defaults One --technology Pigeon --min-up 1', 'There is no technology called Pigeon.'],
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
  ['providers defaults New --min-up 1', 'give --technology'],
  ['providers defaults New --technology Fibre', 'at least one speed'],
  ['providers defaults New --technology Fibre --min-up fast', 'is not a number (Mbps)'],
  ['providers apply New --with name', 'Allowed choices are url, wholesale.'],
])('%s is wrong usage', async (args, sentence) => {
  const { run } = await migrated();
  expect(await run(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) });
});

test('the technologies that a provider’s people may deliver are chosen', async () => {
  const { run } = await migrated();
  await run('providers add One');
  const delivers = async () => JSON.parse((await run('providers list --json')).stdout)[0].delivers;
  expect(await run('providers deliver one --technologies wireless Fibre')).toEqual(
    done('one may deliver Fibre, Wireless.\n'),
  );
  expect(await delivers()).toEqual(['Fibre', 'Wireless']);
  const [{ revision }] = JSON.parse((await run('providers list --json')).stdout);
  expect(JSON.parse((await run('providers deliver One --all --json')).stdout)).toEqual({
    done: 'One may deliver Fibre, Cable, VDSL, Wireless, ADSL.',
  });
  expect(await run(`providers deliver One --technologies Cable --if-unchanged ${revision}`)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing was saved'),
  });
  expect(await delivers()).toHaveLength(5);
  expect(await run('providers deliver One --technologies Pigeon')).toEqual(
    refused('There is no technology called Pigeon.'),
  );
  expect(await run('providers deliver One')).toMatchObject({ status: 2 });
  expect(await run('providers deliver One --all --technologies Fibre')).toMatchObject({ status: 2 });
});

test('default speeds are set, shown and removed, and fill what a coverage file leaves open', async () => {
  const { run, write } = await migrated();
  await run('providers add One');
  expect(await run('providers defaults One')).toEqual(done('One has no default speeds.\n'));
  const speeds = '--min-down 100 --max-down 1Gbps --min-up 20 --max-up 500';
  expect(await run(`providers defaults one --technology fibre ${speeds}`)).toEqual(
    done(
      'Fibre, Mbps: lowest download speed 100, highest download speed 1,000, lowest upload speed 20, highest upload speed 500\n',
    ),
  );
  const { bandwidth_min_mbps: _, ...rest } = offered;
  const area = { ...feature({}, square(174, -41)), properties: { ...rest, bandwidth_up_min_mbps: '' } };
  const imported = await run(`coverage import ${write('towns.geojson', JSON.stringify(collection(area)))}`);
  expect(imported.stdout.replaceAll('\u00a0', ' ')).toContain(
    'The default speeds of One for Fibre were used: lowest download speed 100 Mbps (1 feature), lowest upload speed 20 Mbps (1 feature).',
  );
  const set = await run('providers defaults One --technology Fibre --min-up none --max-up 400.5 --json');
  const json = JSON.parse(set.stdout);
  expect(json).toEqual({
    provider: 'One',
    revision: expect.any(Number),
    defaults: [
      {
        technology: 'Fibre',
        bandwidth_min_mbps: 100,
        bandwidth_max_mbps: 1000,
        bandwidth_up_min_mbps: null,
        bandwidth_up_max_mbps: 400.5,
      },
    ],
  });
  await run('providers change One --wholesale Both');
  const late = `providers defaults One --technology ADSL --max-down 20 --if-unchanged ${json.revision}`;
  expect(await run(late)).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was saved') });
});
