import { outboxWords } from '#lib/words/alerts/outbox.ts';
import { coverageContentWords } from '#lib/words/coverage/content.ts';
import { coverageWords } from '#lib/words/coverage/coverage.ts';
import { coverageFieldWords } from '#lib/words/coverage/fields.ts';
import { coverageFileWords, coverageImportWords } from '#lib/words/coverage/file.ts';
import { coverageReferenceWords } from '#lib/words/coverage/reference.ts';
import { registryWords } from '#lib/words/registry/registry.ts';
import { editingWords } from '#lib/words/staff/editing.ts';
import { openIdWords, staffWords } from '#lib/words/staff/staff.ts';
import { accessWords, requestWords } from './access.ts';
import { reportWords } from './api.ts';
import { backupWords } from './backup.ts';
import { baseMapWords } from './base-map.ts';
import type { Controls } from './controls.ts';
import { fieldWords } from './fields.ts';
import { fileWords } from './files.ts';
import { jobWords } from './jobs.ts';
import { placeListWords } from './places.ts';
import { damageWords, storageWords } from './readiness.ts';
import { settingWords } from './settings.ts';
import { statisticsWords } from './statistics.ts';
import { webWords } from './web.ts';
import type { ReasonsOf } from './word-table.ts';

type WordTable = Readonly<Record<string, (facts: never, controls: Controls) => string>>;

/** The sentence of every code; a subject adds its table here. */
export const sentences = {
  ...fieldWords,
  ...editingWords,
  ...fileWords,
  ...accessWords,
  ...requestWords,
  ...coverageWords,
  ...coverageFileWords,
  ...coverageContentWords,
  ...coverageReferenceWords,
  ...coverageFieldWords,
  ...coverageImportWords,
  ...jobWords,
  ...outboxWords,
  ...placeListWords,
  ...statisticsWords,
  ...baseMapWords,
  ...webWords,
  ...reportWords,
  ...registryWords,
  ...settingWords,
  ...damageWords,
  ...staffWords,
  ...openIdWords,
  ...storageWords,
  ...backupWords,
} satisfies WordTable;

/** Why something is refused: the code of the rule, and the facts that its sentence needs. */
export type Reason = ReasonsOf<typeof sentences>;
