import type { FormState } from '#components/developers/forms/form-state.ts';
import { storageRefusal } from '#db/storage-fault.ts';
import { settings } from '#lib/env.ts';
import type { Refusal } from '#lib/refusal.ts';
import { noControls } from '#lib/words/controls.ts';
import { refusalWords } from '#lib/words/reason-words.ts';

/** A Refusal as a form shows it, with its faults by field; any other error is rethrown. */
export function refusedForm(fault: unknown, values: FormState['values']): FormState {
  const refusal = isRefusal(fault) ? fault : storageRefusal(fault, settings().databaseFile);
  if (refusal === undefined) throw fault;
  const { sentence, faults } = refusalWords(refusal, noControls);
  const fields: Record<string, string> = {};
  refusal.faults.forEach(({ where }, at) => {
    if ('field' in where) fields[where.field] ??= faults[at]?.sentence ?? '';
  });
  return { isDone: false, sentence, fields, values };
}

/** Checks the name, because Next's bundle has its own copy of the class. */
function isRefusal(fault: unknown): fault is Refusal {
  return fault instanceof Error && fault.name === 'Refusal';
}
