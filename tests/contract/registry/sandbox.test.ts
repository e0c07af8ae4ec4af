import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { domain, listedName } from '#db/registry/schema.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { sandboxNames } from '#lib/registry/names/sandbox.ts';
import { suffixes } from '#lib/registry/names/suffix.ts';
import { statuses } from '#lib/registry/status.ts';
import { publishRows } from '#tests/models/publish-rows.ts';
import { fixtureNow } from '#tests/support/fixture.ts';
import { askBy, lanes, setHandlerScene } from '#tests/support/lanes.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

function entryOf(asked: string, status: keyof typeof statuses) {
  const name = parseName(asked);
  const original = name.original === undefined ? {} : { original: name.original };
  return { ...statuses[status], domain: name.domain, ...original };
}

const expected = sandboxNames.map(([name, status]) => entryOf(name, status));
const all = `/1.0/availability?${sandboxNames.map(([name]) => `domains[]=${encodeURIComponent(name)}`).join('&')}`;

describe.each(lanes)('the try-out names by the %s', (lane) => {
  test('domains[]: each has its fixed status', async () => {
    expect(JSON.parse((await askBy(lane, { target: all })).body)).toEqual(expected);
  });

  test.each([
    ['watea-active', ['nz', 'co.nz'], 'Active'],
    ['wātea-active', ['nz', 'maori.nz'], 'Active'],
    ['watea-pending', ['nz', 'co.nz'], 'PendingRelease'],
    ['watea-conflicted', ['nz'], 'Conflicted'],
    ['watea-available', [], 'Available'],
  ] as const)('string=%s: the fixed ones below %j, all others available', async (label, below, status) => {
    const { body } = await askBy(lane, { target: `/1.0/availability?string=${encodeURIComponent(label)}` });
    const isFixed = (suffix: string) => (below as readonly string[]).includes(suffix);
    expect(JSON.parse(body)).toEqual(
      suffixes.map((suffix) => entryOf(`${label}.${suffix}`, isFixed(suffix) ? status : 'Available')),
    );
  });

  test('none of them is on the droplist', async () => {
    expect((await askBy(lane, { target: '/1.0/droplist' })).body).not.toContain('watea-');
  });
});

describe('beside a register that claims otherwise', () => {
  let fixture: OwnFixture;
  beforeAll(async () => {
    fixture = await ownFixture();
    fixture.change((connection) => {
      const { db } = connection;
      const names = sandboxNames.map(([name]) => parseName(name).domain).filter((name) => !name.includes('active'));
      for (const name of names) db.insert(domain).values({ name, revision: 1, registered: 1_600_000_000 }).run();
      db.insert(listedName).values({ name: 'watea-active.nz', status: 'Reserved' }).run();
      publishRows(connection);
    });
  });
  afterAll(() => fixture.remove());

  async function answerIn(environment: string): Promise<string> {
    process.env.WATEA_ENVIRONMENT = environment;
    setHandlerScene({ databaseFile: fixture.databaseFile, now: fixtureNow });
    return (await askBy('handler', { target: all })).body;
  }

  test.each(['staging', 'pre-production'])('they are fixed in %s', async (environment) => {
    expect(JSON.parse(await answerIn(environment))).toEqual(expected);
  });

  test('in production only the register and the lists answer', async () => {
    const statusOf = (name: string) => {
      if (name === 'watea-active.nz') return 'Reserved';
      return name.includes('active') ? 'Available' : 'Active';
    };
    expect(JSON.parse(await answerIn('production'))).toEqual(
      sandboxNames.map(([name]) => entryOf(name, statusOf(name))),
    );
  });
});
