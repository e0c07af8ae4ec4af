import type { ImportedLayer } from '#lib/broadband/import/imported.ts';
import { importNotes, leftOutLines } from '#lib/broadband/import/report-words.ts';
import { counted } from '#lib/counted.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { countsLine, missingLines } from '#lib/registry/import/report-words.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords, shortTime, timeWords } from '#lib/time/date-words.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { mapLicenceWords } from '#lib/words/base-map.ts';
import { isLeftOut, noteWords } from '#lib/words/coverage/notes.ts';
import { listNames } from '#lib/words/places.ts';

/** The result of a job, as its page shows it. */
export interface OutcomeWords {
  readonly sentence: string;
  readonly notes?: readonly string[];
  /** Where to go next. */
  readonly next?: { readonly href: string; readonly words: string };
}

type OutcomeOf<Code extends JobOutcome['code']> = Extract<JobOutcome, { code: Code }>;

const words: { readonly [Code in JobOutcome['code']]: (outcome: OutcomeOf<Code>, job: number) => OutcomeWords } = {
  'coverage-inspected': ({ inspection: { name, found } }, job) => ({
    sentence: [...leftOutLines({ notes: found?.notes ?? [] }), `${name} has been read. Nothing has changed yet.`].join(
      ' ',
    ),
    notes: found?.notes.filter((note) => !isLeftOut(note)).map(noteWords) ?? [],
    next: { href: `/admin/coverage/import/${job}`, words: 'Say what it means' },
  }),
  'coverage-imported': (imported) => ({
    sentence: [...leftOutLines(imported), readyToPublish(imported.id)].join(' '),
    notes: [
      ...imported.layers.map(layerLine),
      ...imported.newProviders.map((provider) => `${provider} is a new provider.`),
      ...importNotes(imported),
    ],
    next: whatChanges(imported.id),
  }),
  'coverage-rebuilt': ({ id, from, baseId }) => ({
    sentence: `Coverage version ${id} has the changes of version ${from}, made on ${publishedVersion(baseId)}. Check what it changes, then publish it.`,
    next: versionLink(id),
  }),
  'coverage-published': ({ id, from }) => ({
    sentence: `Coverage version ${id} is published.${from === undefined ? '' : ` It has the changes of version ${from}.`}`,
    next: versionLink(id),
  }),
  'coverage-rolled-back': ({ id, from }) => ({
    sentence: `Coverage version ${id} is published again; version ${from} no longer is.`,
    next: versionLink(id),
  }),
  'layer-retired': ({ id, baseId, note }) => ({
    sentence: `${readyToPublish(id)} It is ${publishedVersion(baseId)} ${note}.`,
    next: versionLink(id),
  }),
  'coverage-completed': ({ id }) => ({
    sentence: `The areas of coverage version ${id} are measured, and its map is drawn.`,
    next: whatChanges(id),
  }),
  'coverage-gone': ({ id }) => ({ sentence: `Coverage version ${id} was deleted before it was measured and drawn.` }),
  'areas-imported': ({ set, areas, outside }) => ({
    sentence: `${set}: ${counted(areas, 'area')} are loaded. What reaches them is measured next.`,
    notes: outside.length === 0 ? [] : [`Left out, outside the service area: ${outside.join(', ')}.`],
    next: { href: '/admin/statistics', words: 'See the figures' },
  }),
  'open-data-made': ({ versions }) => ({
    sentence:
      versions.length === 0
        ? 'All files of open data were made already, or are no longer offered.'
        : `The files of coverage version ${versions.join(', ')} are offered for download.`,
    next: { href: '/admin/open-data', words: 'See the files' },
  }),
  'areas-measured': ({ id, sets }) => ({
    sentence:
      sets.length === 0
        ? `The figures of areas for coverage version ${id} were made already, or the version is gone.`
        : `What coverage version ${id} reaches is measured: ${sets.join(', ')}.`,
  }),
  'coverage-tidied': () => ({ sentence: 'Old coverage has been removed.' }),
  'coverage-tidied-elsewhere': () => ({
    sentence: 'Another process is changing coverage; it removes what is old.',
  }),
  'provider-applied': ({ id, baseId, provider, changedOffers }) => ({
    sentence: readyToPublish(id),
    notes: [`It is version ${baseId} with the current details of ${provider} in ${counted(changedOffers, 'offer')}.`],
    next: whatChanges(id),
  }),
  'register-compared': ({ file, preview }, job) => ({
    sentence: `${file} was compared with the register. Nothing has changed yet.`,
    notes: [countsLine(preview.counts)],
    next: { href: `/admin/register/feeds/preview/${job}`, words: 'See the difference' },
  }),
  'register-imported': ({ file, run, counts }) => ({
    sentence: `${file} was imported (import ${run}).`,
    notes: [countsLine(counts), ...missingLines(counts)],
    next: runLink(run),
  }),
  'register-undone': ({ run, undone, counts }) => ({
    sentence: `Import ${undone.id} (${undone.source}) was undone.`,
    notes: [countsLine(counts)],
    next: runLink(run),
  }),
  'delivery-known': ({ file, run, importedAt }) => ({
    sentence: `${file} is identical to the last import (import ${run}, ${timeWords(importedAt)}) and was not imported again.`,
    next: runLink(run),
  }),
  'delivery-already-handled': () => ({ sentence: 'This file had already been handled.' }),
  'names-released': ({ scheduleDate, freeAt, released, isNew }) => {
    const job = `The release job of ${dayWords(dayOf(scheduleDate))}`;
    const names = counted(released, 'name');
    return {
      sentence: isNew
        ? `${job} released ${names}, available from ${shortTime(freeAt, { withSeconds: true })}.`
        : `${job} had already run; it released ${names}.`,
      next: { href: `/admin/register/releases/${scheduleDate}`, words: 'See its names' },
    };
  },
  'backed-up': ({ file, bytes, madeAt }) => ({
    sentence: `${file} has the state of ${timeWords(madeAt)} in ${sizeWords(bytes)}.`,
    notes: ['It has been read back and checked.'],
    next: { href: '/admin', words: 'See the overview' },
  }),
  'places-imported': ({ file, list, entries, skipped }) => ({
    sentence: `${file} is searched by the map now: ${listNames[list]}, ${counted(entries, 'entry', 'entries')}.`,
    notes: skipped === 0 ? [] : [`Skipped ${counted(skipped, 'row')} without a name or a position.`],
    next: { href: '/', words: 'Open the map' },
  }),
  'base-map-imported': ({ file, bytes, mostZoom, attribution }) => ({
    sentence: `${file} is the street map now (${sizeWords(bytes)}, to zoom ${mostZoom}).`,
    notes: attribution === undefined ? [] : [`It is of ${mapLicenceWords(attribution)}.`],
    next: { href: '/', words: 'Open the map' },
  }),
  worded: (outcome) => outcome,
};

/** @param job the number of the job, for links to its other pages */
export function outcomeWords(outcome: JobOutcome, job: number): OutcomeWords {
  // a newer version may have recorded a code that this one does not know
  const say = words[outcome.code] as ((outcome: JobOutcome, job: number) => OutcomeWords) | undefined;
  return say?.(outcome, job) ?? { sentence: `Done (${outcome.code}).` };
}

function layerLine({ technology, provider, delivery, offers, parts, vertices }: ImportedLayer): string {
  const size = `${counted(offers, 'offer')}, ${counted(parts, 'area')}, ${counted(vertices, 'vertex', 'vertices')}`;
  return `${technology} from ${provider}, delivery “${delivery}”: ${size}.`;
}

function readyToPublish(id: number): string {
  return `Coverage version ${id} is ready to be published.`;
}

function publishedVersion(id: number | null): string {
  return id === null ? 'an empty map' : `version ${id}`;
}

function whatChanges(id: number) {
  return { href: `/admin/coverage/versions/${id}`, words: 'See what it changes' };
}

function versionLink(id: number) {
  return { href: `/admin/coverage/versions/${id}`, words: `Open version ${id}` };
}

function runLink(run: number) {
  return { href: `/admin/register/feeds/${run}`, words: 'See what it changed' };
}
