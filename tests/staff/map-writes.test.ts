import { beforeAll, describe } from 'vitest';
import { getBaseMap } from '#db/base-map/base-map.ts';
import { smallPmtiles } from '#tests/support/base-map/small-pmtiles.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { describeWritesOfEditors } from '#tests/support/staff/writes.ts';
import { uploadClient } from '#tests/support/uploads.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const tile = Buffer.from('a tile');

let fixture: SharedFixture;
let editor: string;
let viewer: string;
let uploadId: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  uploadId = await uploadClient(fixture.port, editor).whole('nz.pmtiles', smallPmtiles({ tile }), 'map');
});

const scene = () => ({ port: fixture.port, databaseFile: fixture.databaseFile, editor, viewer });
const page = '/admin/base-map';
const file = 'app/admin/base-map/actions.ts';

describeWritesOfEditors(
  [
    {
      page,
      action: { file, name: 'importUpload' },
      values: () => [{ uploadId }],
      recorded: ['work.start', 'Import nz.pmtiles'],
    },
    {
      page,
      action: { file, name: 'fetchBaseMap' },
      values: [],
      recorded: ['work.start', 'Fetch a street map'],
    },
  ],
  scene,
);

describe('after its job', () => {
  const isFetched = () =>
    readDatabase(fixture.databaseFile, (connection) => getBaseMap(connection)?.source === 'fetched.pmtiles');
  beforeAll(async () => {
    await waitUntil('the street map is fetched', isFetched);
  });

  describeWritesOfEditors(
    [{ page, action: { file, name: 'removeBaseMap' }, values: [], recorded: ['base-map.remove', 'street map'] }],
    scene,
  );
});
