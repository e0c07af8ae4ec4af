import { writingOf } from '#cli/authorship.ts';
import type { CommandContext, CommandResult } from '#cli/command-line.ts';
import { getComparison } from '#db/broadband/comparisons.ts';
import type { DetailedLayer, VersionDetails } from '#db/broadband/version-details.ts';
import { type Completed, completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { importReportLines, leftOutLines, readingLines } from '#lib/broadband/import/report-words.ts';
import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { counted } from '#lib/counted.ts';
import { type Fault, Refusal } from '#lib/refusal.ts';
import { formatAuckland, isoAuckland } from '#lib/time/auckland.ts';
import { areaChange, areaName, lossDetails } from '#lib/words/areas.ts';
import { layerWords, versionWords } from '#lib/words/coverage/coverage.ts';
import { rebuildHint } from './coverage-controls.ts';

const placesShown = 20;

/** Everything about a version, for a person and as data. */
export function describeDetails(details: VersionDetails): CommandResult {
  const { version, layers, removedLayers, report, reading, problems, comparison, losses } = details;
  const lines = [
    `Version ${version.id} ${stateOf(details)}, made on ${versionWords(version.baseId)} by ${version.madeBy || 'an unknown user'} at ${formatAuckland(version.createdAt)}.`,
    ...(details.isOutdated ? [`  ${rebuildHint(version.id)}`] : []),
    ...(version.source === null
      ? [`  ${version.note}`]
      : [`  From ${version.source}, ${counted(version.bytes ?? 0, 'byte')}, SHA-256 ${version.sha256}.`]),
    ...layers.map(describeLayer),
    ...removedLayers.map((layer) => `  - layer ${layer.id}, ${layerWords(layer)}`),
    ...(comparison === undefined ? ['Its areas are not measured yet.'] : describeComparison(comparison)),
    ...(losses === undefined || losses.length === 0
      ? []
      : [`Publishing it needs --force: it would take away ${lossDetails(losses)}.`]),
    ...(reading === undefined ? [] : [...leftOutLines(reading), ...readingLines(reading)]),
    ...(report === undefined ? [] : ['Its import found:', ...importReportLines(report).map((line) => `  ${line}`)]),
    ...problems
      .slice(0, placesShown)
      .map((problem) => `  ${problem.kind} at ${placeOf(problem)}, feature ${problem.feature}`),
    ...(problems.length > placesShown ? [`  … ${counted(problems.length, 'place')} are recorded in all.`] : []),
    ...answerLines(comparison),
  ];
  return { lines, json: { ...details, version: { ...version, createdAt: isoAuckland(version.createdAt) } } };
}

function describeLayer(layer: DetailedLayer): string {
  const { offers, parts, vertices, asOf, age, isNew } = layer;
  const size = `${counted(offers, 'offer')}, ${counted(parts, 'area')}, ${counted(vertices, 'vertex', 'vertices')}`;
  const day = asOf === null ? '' : `, as of ${asOf}`;
  const old = age.isFlagged ? ` (old: ${counted(age.days, 'day')})` : '';
  return `  ${isNew ? '+' : ' '} layer ${layer.id}, ${layerWords(layer)}: ${size}${day}${old}`;
}

function answerLines(comparison: Comparison | undefined): string[] {
  const answers = comparison?.changedAnswers ?? [];
  if (answers.length === 0) return [];
  return [
    'Points whose answer changes:',
    ...answers.map((answer) => `  ${placeOf(answer)}: ${answer.technology} ${answer.kind}`),
  ];
}

/** Latitude and longitude as in the API's path. */
function placeOf(point: { readonly x: number; readonly y: number }): string {
  return `${degreesText(point.y)}/${degreesText(longitudeOf(point))}`;
}

function stateOf({ isPublished, isOutdated, publishedId, version }: VersionDetails): string {
  if (isPublished) return 'is published';
  if (isOutdated) return `waits to be rebuilt, as ${versionWords(publishedId)} has been published since`;
  return version.publishedAt === null ? 'waits to be published' : 'was published';
}

/** What a version changes against its base, a line for each technology and provider. */
function describeComparison({ baseId, areas }: Comparison): string[] {
  const head = baseId === null ? 'Areas; nothing was published before:' : `Areas, against version ${baseId}:`;
  return [head, ...areas.map((area) => `  ${areaName(area)}: ${areaChange(area)}`)];
}

/** The same as the faults of a refusal. */
export function comparisonFaults(comparison: Comparison | undefined): Fault[] {
  const areas = comparison?.areas ?? [];
  return areas.map((area) => ({ where: { name: areaName(area) }, reason: { code: 'area-changes', area } }));
}

/** What a command says after it has measured and drawn the version that it made. */
interface CompletedVersion {
  readonly lines: readonly string[];
  readonly areas: Comparison['areas'] | null;
  readonly seconds: { readonly measuring: number; readonly drawing: number } | null;
}

/** What is printed before it begins. */
export const completingLine = 'Now its areas are measured and its map is drawn; nothing waits for that.';

/** Measures and draws a version that was made by this command. A server may be doing it already. */
export async function completeMade(context: CommandContext, versionId: number): Promise<CompletedVersion> {
  const { writer } = context.database;
  try {
    const completed = await completeVersion(writer, versionId, writingOf(context));
    const comparison = getComparison(writer.db, versionId);
    const lines = [
      ...(comparison === undefined ? [] : describeComparison(comparison)),
      ...(completed === undefined ? [] : [timesLine(completed)]),
    ];
    return { lines, areas: comparison?.areas ?? null, seconds: completed === undefined ? null : secondsOf(completed) };
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.reason.code !== 'figures-busy') throw fault;
    const line = `Another process is doing that: "coverage show ${versionId}" shows the areas when it has finished.`;
    return { lines: [line], areas: null, seconds: null };
  }
}

function timesLine(completed: Completed): string {
  const { measuring, drawing } = secondsOf(completed);
  return `Measured in ${measuring} s, drawn in ${drawing} s.`;
}

function secondsOf({ measureMs, drawMs }: Completed) {
  return { measuring: Math.round(measureMs) / 1000, drawing: Math.round(drawMs) / 1000 };
}
