import { dayWords } from '#lib/time/date-words.ts';
import type { Controls } from '#lib/words/controls.ts';
import { listedQuoted } from '#lib/words/registry/listed.ts';

/** Why an import cannot go on, whatever its file contains. */
export const coverageImportWords = {
  'mode-needed': () => 'Choose what happens to the published coverage.',
  'layers-unclear': () => 'It is not clear what should happen to the published layers. Nothing was imported.',
  'layer-published': ({ deliveries }: { deliveries: readonly string[] }, { coverage }: Controls) =>
    `There is already a layer (delivery ${listedQuoted(deliveries)}). Use ${coverage.control('replace')} to replace it, or ${coverage.control('add')} to keep both.`,
  'delivery-published': ({ delivery }: { delivery: string }, { coverage }: Controls) =>
    `There is already a delivery named ${JSON.stringify(delivery)}. Use ${coverage.control('replace')} to replace it, or ${coverage.control('delivery')} to give this one another name.`,
  'delivery-unclear': (
    { delivery, deliveries }: { delivery: string; deliveries: readonly string[] },
    { coverage }: Controls,
  ) =>
    `There are several deliveries (${listedQuoted(deliveries)}), and none is named ${JSON.stringify(delivery)}. Use ${coverage.control('delivery')} to name the one to replace.`,

  'as-of-not-a-day': (_facts: object, { coverage }: Controls) =>
    `Enter a day from the year 2000 on, such as ${coverage.dayExample}.`,
  'as-of-in-future': ({ day, today }: { day: string; today: string }) =>
    `The coverage cannot be as of ${dayWords(day)}, which is in the future: today is ${dayWords(today)}.`,

  'delivery-of-others': ({ provider, others }: { provider: string; others: readonly string[] }) =>
    others.length === 0
      ? `A delivery of ${provider} cannot replace all published coverage. Nothing was imported.`
      : `The file also names ${listedQuoted(others)}. You can only deliver the coverage of ${provider}. Nothing was imported.`,
  'technology-not-delivered': ({ provider, technologies }: { provider: string; technologies: readonly string[] }) =>
    `${provider} does not deliver ${listedQuoted(technologies)} here. Ask staff to allow it. Nothing was imported.`,

  'coverage-busy': ({ version, secondsAgo }: { version: number | null; secondsAgo: number | null }) =>
    `${version === null ? 'Another process is changing coverage' : `Another process is importing coverage (version ${version}, last active ${secondsAgo} s ago)`}. Wait until it has finished, then try again.`,
  'scratch-disk-full': () => 'The disk is full. Nothing was imported: free some space, then try again.',
  'file-to-fix': () => 'The file cannot be imported while it has faults. Fix them, then upload it again.',
  'file-needed': () => 'Choose a file.',
  'inspection-gone': () => 'This file is no longer known: upload it again.',
  'inspection-unfinished': () => 'This file has not been read completely yet.',
} as const;
