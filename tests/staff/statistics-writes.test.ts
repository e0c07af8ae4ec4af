import { beforeAll } from 'vitest';
import { signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { describeWritesOfEditors } from '#tests/support/staff/writes.ts';
import { uploadClient } from '#tests/support/uploads.ts';

const areas = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Gore' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [168.9, -46.1],
            [169, -46.1],
            [169, -46],
            [168.9, -46.1],
          ],
        ],
      },
    },
  ],
});

let fixture: SharedFixture;
let editor: string;
let viewer: string;
let uploadId: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
  uploadId = await uploadClient(fixture.port, editor).whole('districts.geojson', Buffer.from(areas), 'areas');
});

const scene = () => ({ port: fixture.port, databaseFile: fixture.databaseFile, editor, viewer });
const page = '/admin/statistics';
const file = 'app/admin/statistics/actions.ts';

describeWritesOfEditors(
  [
    {
      page,
      action: { file, name: 'importAreas' },
      values: () => [{ uploadId, column: 'name', name: 'Loaded by staff', attribution: '', layer: '' }],
      recorded: ['work.start', 'Import areas: Loaded by staff'],
    },
    {
      page,
      action: { file, name: 'removeAreaSet' },
      values: ['Districts'],
      recorded: ['areas.remove', 'areas "Districts"'],
    },
  ],
  scene,
);
