import type { Delivery } from '#db/registry/deliveries.ts';
import { countsLine, missingLines } from '#lib/registry/import/report-words.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { type Controls, noControls } from '#lib/words/controls.ts';
import { refusalWords } from '#lib/words/reason-words.ts';

/** What can be done about a file of the watched folder. */
export const reportControls: Controls = {
  ...noControls,
  importAnyway: '; if the file is complete, import it in the staff screens or on the command line',
};

/** The report of a file in the watched folder, as it is written beside the file. */
export function deliveryReport({ name, outcome, endedAt }: Delivery): string {
  const endTime = formatAuckland(endedAt ?? 0);
  switch (outcome?.code) {
    case 'imported':
      return [
        `${name} was imported as run ${outcome.run} at ${endTime}.`,
        countsLine(outcome.counts),
        ...missingLines(outcome.counts),
        `SHA-256 ${outcome.sha256}`,
      ].join('\n');
    case 'known':
      return `${name} has the same bytes as the last import (run ${outcome.run}, ${formatAuckland(outcome.importedAt)}) and was not imported again.`;
    case 'refused': {
      const { sentence, faults, total } = refusalWords(outcome.refusal, reportControls);
      const listed = faults.map((fault) => `  ${fault.where}: ${fault.sentence}`);
      if (total > faults.length) listed.push(`  … ${total} in all; the first ${faults.length} are listed.`);
      return [`Refused at ${endTime}.`, sentence, ...listed].join('\n');
    }
    default:
      return outcome?.report ?? '';
  }
}
