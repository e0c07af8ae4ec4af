import { expect, test } from 'vitest';
import type { Reason } from '#lib/refusal.ts';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { layerWords, versionWords } from './coverage.ts';

const taken = { name: 'tui', provider: 'Tūī Fibre' };
const losses = [{ technology: 'Fibre', lost: 1, before: 4 }];
const conflict = { versionId: 4, baseId: undefined, publishedId: 3, technology: 'Fibre', provider: 'One' };

test.each<[Reason, string]>([
  [{ code: 'no-such-version', versionId: 5 }, 'There is no coverage version 5.'],
  [{ code: 'version-unfinished', versionId: 5 }, 'Coverage version 5 is still being made.'],
  [
    { code: 'version-never-published', versionId: 5 },
    'Coverage version 5 was never published: only published versions can be exported or kept.',
  ],
  [
    { code: 'version-published', versionId: 5 },
    'Coverage version 5 is published: publish another version, or roll back, before you delete it.',
  ],
  [
    { code: 'version-waited-on', versionId: 5, waitingId: 6 },
    'Version 6 was made on version 5: publish or delete version 6 first.',
  ],
  [
    { code: 'version-of-retired', versionId: 5, retired: 'VDSL' },
    'Version 5 has layers of VDSL, which is retired: bring it back first.',
  ],
  [{ code: 'nothing-published' }, 'No coverage is published.'],
  [{ code: 'nothing-published-before', versionId: 1 }, 'Nothing was published before version 1.'],
  [
    { code: 'published-since', publishedId: 3, from: 2 },
    'Version 3 has replaced version 2 since: check it before you roll back.',
  ],
  [
    { code: 'base-gone', versionId: 5, baseId: 2 },
    'Version 5 was made on version 2, which no longer exists: import its file again.',
  ],
  [
    { code: 'changes-conflict', ...conflict },
    'Version 4 was made on no version, but version 3 has been published since, and both change Fibre of One. Import the file again to replace it.',
  ],
  [
    { code: 'version-rebuilt', versionId: 2, baseId: 1, publishedId: 3, rebuiltId: 4 },
    'Version 2 was made on version 1, but version 3 has been published since. Version 4 has its changes on top of that.',
  ],
  [
    { code: 'losses-unconfirmed', versionId: 2, losses },
    'Version 2 would take away 25.0 % of Fibre’s area (1.00 km² of 4.00 km²).',
  ],
  [{ code: 'no-such-layer', versionId: 2, layerId: 9 }, 'The published version 2 has no layer 9.'],
  [{ code: 'coverage-disk-full' }, 'The disk is full: nothing was changed. Free some space, then try again.'],
  [{ code: 'not-days', most: 99_999 }, 'Enter a whole number of days from 1 to 99,999.'],
  [{ code: 'export-exists', file: 'a.csv' }, 'a.csv already exists: choose another file.'],
  [
    { code: 'export-disk-full', file: 'a.csv' },
    'The disk is full: a.csv was not written. Free some space, then try again.',
  ],
  [{ code: 'export-unwritable', file: 'a.csv', cause: 'EACCES' }, 'a.csv cannot be written (EACCES).'],
  [{ code: 'exports-busy' }, 'Other downloads of coverage are being prepared: please try again in a minute.'],
  [{ code: 'export-failed', versionId: 2 }, 'Coverage version 2 could not be exported: please try again.'],
  [{ code: 'provider-gone' }, 'This provider does not exist.'],
  [{ code: 'no-such-provider', name: 'Nobody' }, 'There is no provider called Nobody: check the spelling.'],
  [
    { code: 'provider-name-taken', ...taken, isAlias: true, isRetired: false },
    'tui is already another name of Tūī Fibre.',
  ],
  [
    { code: 'provider-name-taken', ...taken, isAlias: false, isRetired: true },
    'There is already a provider called Tūī Fibre, which is retired.',
  ],
  [{ code: 'no-such-alias', provider: 'One', alias: 'Uno' }, 'One has no alias Uno.'],
  [{ code: 'provider-without-url', provider: 'One' }, 'One has no web address to apply.'],
  [{ code: 'provider-applied-already', provider: 'One' }, 'All published offers of One have these details already.'],
  [{ code: 'not-a-web-address' }, 'Enter an address that begins with http:// or https://, or leave this empty.'],
  [{ code: 'technology-gone' }, 'This technology does not exist.'],
  [{ code: 'no-such-technology', name: 'Pigeon' }, 'There is no technology called Pigeon.'],
  [{ code: 'technology-name-taken', name: 'Fibre', isRetired: false }, 'There is already a technology called Fibre.'],
  [{ code: 'set-id-taken', setId: 3, technology: 'VDSL' }, '3 is the number of VDSL; numbers are never used twice.'],
  [
    { code: 'not-an-order', technologies: ['Fibre', 'ADSL'] },
    'The order must have each technology in use once: Fibre, ADSL.',
  ],
  [
    { code: 'offers-published', name: 'VDSL', offers: 1 },
    'VDSL has 1 published offer: retire its layers and publish that first.',
  ],
  [{ code: 'not-a-speed' }, 'Enter a number of megabits per second without commas, such as 1000 or 0.5.'],
  [{ code: 'not-a-colour' }, 'Enter a colour such as #3f64f9, or leave this empty for the default.'],
  [
    { code: 'not-a-set-id', most: 999_999_999 },
    'Enter a whole number from 1 to 999,999,999, or leave this empty for the next one.',
  ],
])('%o', (reason, sentence) => {
  expect(reasonWords(reason, noControls)).toBe(sentence);
});

test('versions and layers have names', () => {
  expect([undefined, null, 3].map(versionWords)).toEqual(['no version', 'no version', 'version 3']);
  const layer = { technology: 'Fibre', provider: 'One', delivery: 'towns' };
  expect(layerWords(layer)).toBe('Fibre of One, delivery "towns"');
});
