import { beforeAll } from 'vitest';
import { signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { describeWritesOfEditors } from '#tests/support/staff/writes.ts';

let fixture: SharedFixture;
let editor: string;
let viewer: string;

beforeAll(async () => {
  fixture = await sharedFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  viewer = signIn(fixture.databaseFile, 'viewer');
});

describeWritesOfEditors(
  [
    {
      page: '/admin/open-data',
      action: { file: 'app/admin/open-data/actions.ts', name: 'saveOpenData' },
      values: [{ attribution: 'Somebody else' }],
      carries: 'form',
      recorded: ['open-data.change', 'open data'],
    },
  ],
  () => ({ port: fixture.port, databaseFile: fixture.databaseFile, editor, viewer }),
);
