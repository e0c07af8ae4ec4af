import type { ImportScreen } from '#app/admin/coverage/import/import-screen.tsx';
import { importOwn, inspectOwnUpload, readOwnAgain } from './actions.ts';

/** The screens on which a provider's people import a file. */
export function ownScreen(provider: string): ImportScreen {
  return {
    inspections: '/admin/own/import',
    jobs: '/admin/own/work',
    provider,
    inspectUpload: inspectOwnUpload,
    readAgain: readOwnAgain,
    importMapped: importOwn,
  };
}
