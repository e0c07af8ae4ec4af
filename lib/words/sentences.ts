import { accessWords } from './access.ts';
import { outboxWords } from './alerts/outbox.ts';
import { backupWords } from './backup.ts';
import { baseMapWords } from './base-map.ts';
import { requestWords } from './callers/requests.ts';
import type { Controls } from './controls.ts';
import { coverageContentWords } from './coverage/content.ts';
import { coverageWords } from './coverage/coverage.ts';
import { coverageFieldWords } from './coverage/fields.ts';
import { coverageFileWords } from './coverage/file.ts';
import { coverageImportWords } from './coverage/import.ts';
import { coverageReferenceWords } from './coverage/reference.ts';
import { fieldWords } from './fields.ts';
import { fileWords } from './files.ts';
import { jobWords } from './jobs.ts';
import { placeListWords } from './places.ts';
import { damageWords } from './readiness.ts';
import { registryWords } from './registry/registry.ts';
import { reportWords } from './reports.ts';
import { settingWords } from './settings.ts';
import { editingWords } from './staff/editing.ts';
import { openIdWords } from './staff/openid.ts';
import { staffWords } from './staff/staff.ts';
import { storageWords } from './storage.ts';

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
  ...baseMapWords,
  ...reportWords,
  ...registryWords,
  ...settingWords,
  ...damageWords,
  ...staffWords,
  ...openIdWords,
  ...storageWords,
  ...backupWords,
} satisfies WordTable;
