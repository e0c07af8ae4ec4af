import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import type { Reason, RefusalRecord } from '#lib/refusal.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import type { Controls } from '#lib/words/controls.ts';
import { reasonWords, refusalWords, type WordedRefusal } from '#lib/words/reason-words.ts';
import { coverageControls } from './broadband/coverage-controls.ts';

/** The command that removes the demonstration data, and nothing else. */
export const removeDemonstration = 'npm run watea -- seed --remove-demo';

/** How the command line names what can be chosen there. */
const commandLine: Controls = {
  listNetworks: '; "allow list" shows what is',
  listKeys: '; "keys list" shows them',
  listRegistrars: '; "registrars list" shows them',
  listUsers: '; "users list" shows them',
  listStaff: '; "staff list" shows who has one',
  migrate: 'npm run watea -- migrate',
  removeDemonstration,
  listLayers: '; "coverage list" shows them',
  publish: (versionId) => `; to publish it: npm run watea -- coverage publish ${versionId}`,
  publishAnyway: (versionId) =>
    ` Check it with "coverage show ${versionId}"; to publish it anyway: npm run watea -- coverage publish ${versionId} --force`,
  importAnyway: '; if the file is complete, import it with --force',
  addRegistrar: '; to add it, use --new-registrar',
  allowLarge: '; if that is meant, use --yes-all-addresses',
  changeStaff: '; "staff role", "staff enable" and "staff link" change it',
  revisionNow: (revision) => `; check it, then use --if-unchanged ${revision}`,
  coverage: coverageControls,
};

/** A refusal in the words of the command line, where one wrong field needs no list. */
export function inCommandLineWords(refusal: RefusalRecord): WordedRefusal {
  const worded = refusalWords(refusal, commandLine);
  const [only, ...others] = worded.faults;
  if (refusal.reason.code !== 'fields' || only === undefined) return worded;
  if (others.length === 0) return { sentence: only.sentence, faults: [], total: 0 };
  return { ...worded, sentence: 'These values cannot be used:' };
}

/** A reason in the words of the command line. */
export function sentenceOf(reason: Reason): string {
  return reasonWords(reason, commandLine);
}

/** What is wrong, in the words of the command line. */
export function alertSentenceOf(facts: AlarmFacts): string {
  return alarmWords(facts, commandLine);
}
