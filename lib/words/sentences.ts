import { coverageContentWords } from '#lib/words/coverage/content.ts';
import { coverageWords } from '#lib/words/coverage/coverage.ts';
import { coverageFieldWords } from '#lib/words/coverage/fields.ts';
import { coverageFileWords } from '#lib/words/coverage/file.ts';
import { coverageImportWords } from '#lib/words/coverage/import.ts';
import { coverageReferenceWords } from '#lib/words/coverage/reference.ts';
import { accessWords } from './access.ts';
import type { Controls } from './controls.ts';
import { fieldWords } from './fields.ts';
import { fileWords } from './files.ts';
import { jobWords } from './jobs.ts';
import { placeListWords } from './places.ts';
import { registryWords } from './registry.ts';
import { reportWords } from './reports.ts';
import { settingWords } from './settings.ts';
import { staffWords } from './staff.ts';

type WordTable = Readonly<Record<string, (facts: never, controls: Controls) => string>>;

/** The sentence of every code; a subject adds its table here. */
export const sentences = {
  ...fieldWords,
  ...fileWords,
  ...accessWords,
  ...coverageWords,
  ...coverageFileWords,
  ...coverageContentWords,
  ...coverageReferenceWords,
  ...coverageFieldWords,
  ...coverageImportWords,
  ...jobWords,
  ...placeListWords,
  ...reportWords,
  ...registryWords,
  ...settingWords,
  ...staffWords,
} satisfies WordTable;
