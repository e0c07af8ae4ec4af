import { expect, test } from 'vitest';
import { done, type Installation, makeInstallation, refused } from '#tests/support/installation.ts';

async function migrated(): Promise<Installation> {
  const installation = makeInstallation();
  await installation.run('migrate');
  return installation;
}

test('technologies are added, changed, renamed, reordered, retired and brought back', async () => {
  const { run } = await migrated();
  expect(await run('technologies add Satellite --nominal 200')).toEqual(done('Satellite is added; its set_id is 6.\n'));
  expect(
    JSON.parse((await run('technologies add Laser --nominal 9.5 --set-id 40 --colour #A28FF1 --json')).stdout),
  ).toEqual({ id: 7, name: 'Laser', setId: 40, nominalMaxMbps: 9.5, position: 7, retiredAt: null, colour: '#a28ff1' });
  expect(await run('technologies rename satellite Space')).toEqual(done('satellite is now called Space.\n'));
  expect(await run('technologies change Laser --nominal 12 --colour default')).toEqual(done('Laser is changed.\n'));
  expect(await run('technologies reorder Space Laser Fibre Cable VDSL Wireless ADSL')).toEqual(
    done('The order is Space, Laser, Fibre, Cable, VDSL, Wireless, ADSL.\n'),
  );
  expect(await run('technologies retire cable')).toEqual(done('cable is retired; answers no longer have it.\n'));
  expect(await run('technologies list')).toEqual(
    done(
      [
        '6\tSpace\t200 Mbps nominal\t#a28ff1 (default)\t0 published offers',
        '40\tLaser\t12 Mbps nominal\t#17af94 (default)\t0 published offers',
        '1\tFibre\t1,000 Mbps nominal\t#3f64f9 (default)\t0 published offers',
        '3\tVDSL\t100 Mbps nominal\t#d307ad (default)\t0 published offers',
        '4\tWireless\t50 Mbps nominal\t#17af94 (default)\t0 published offers',
        '5\tADSL\t20 Mbps nominal\t#8a7a4c (default)\t0 published offers',
        '2\tCable\t800 Mbps nominal\t#b67a09 (default)\tretired\n',
      ].join('\n'),
    ),
  );
  expect(await run('technologies revive Cable')).toEqual(done('Cable is back in every answer.\n'));
  const order = JSON.parse((await run('technologies list --json')).stdout).map(({ name }: { name: string }) => name);
  expect(order).toEqual(['Space', 'Laser', 'Fibre', 'VDSL', 'Wireless', 'ADSL', 'Cable']);
});

test.each([
  ['technologies rename Pigeon Dove', 'There is no technology called Pigeon.'],
  ['technologies add fibre --nominal 5', 'There is already a technology called Fibre.'],
  ['technologies add New --nominal 5 --set-id 3', '3 is the number of VDSL; numbers are never used twice.'],
  [
    'technologies reorder Fibre Cable',
    'The order must have each technology in use once: Fibre, Cable, VDSL, Wireless, ADSL.',
  ],
])('%s is refused, and nothing changes', async (args, sentence) => {
  const { run, bytes } = await migrated();
  const before = bytes();
  expect(await run(args)).toEqual(refused(sentence));
  expect(bytes().equals(before)).toBe(true);
});

test.each([
  ['technologies add New', "required option '--nominal <mbps>' not specified"],
  ['technologies add New --nominal fast', 'is not a number (Mbps)'],
  ['technologies add New --nominal -1', 'negative'],
  ['technologies add New --nominal 5 --set-id 0', 'It must be a whole number from 1 to 999,999,999.'],
  ['technologies change Fibre --colour red', 'It must be written as #rrggbb, such as #3f64f9.'],
])('%s is wrong usage', async (args, sentence) => {
  const { run } = await migrated();
  expect(await run(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) });
});
