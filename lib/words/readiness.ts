import type { Damage, DamagedApi } from '#lib/readiness/damage.ts';
import type { UnreadyReason } from '#lib/readiness/unready-reason.ts';
import { filesChanges } from './settings.ts';

const apiNames: Readonly<Record<DamagedApi, string>> = {
  registry: 'The registry API',
  broadband: 'The broadband API',
};

/** Why a process is not ready, in one sentence or two. */
export function unreadyWords(reason: UnreadyReason): string {
  switch (reason.code) {
    case 'damaged':
      return `${apiNames[reason.api]} does not answer: ${damageWords(reason.damage)}.`;
    case 'database-files-changed':
      return filesChanges[reason.change](reason.file);
    case 'database-silent':
      return 'The database does not answer.';
  }
}

/** What is damaged, as the end of a sentence. */
export function damageWords(damage: Damage): string {
  switch (damage.code) {
    case 'file-unreadable':
      return `the database file is damaged (${damage.errno})`;
    case 'register-disagrees':
      return `the register and its witness disagree about ${damage.name}`;
    case 'list-disagrees':
      return `the pending names of revision ${damage.revision} and their witness disagree`;
    case 'witness-unusable':
      return `the witness of register revision ${damage.revision} is missing or damaged`;
    case 'block-damaged':
      return `block ${damage.block} of the cell index of coverage version ${damage.version} is damaged`;
    case 'offers-damaged':
      return `the offers of coverage version ${damage.version} are damaged`;
  }
}
