import { importMapped, inspectUpload, readAgain } from './actions.ts';
import type { ImportScreen } from './import-screen.tsx';

/** The screens on which staff import a file. */
export const staffScreen: ImportScreen = {
  inspections: '/admin/coverage/import',
  jobs: '/admin/jobs',
  provider: undefined,
  inspectUpload,
  readAgain,
  importMapped,
};
