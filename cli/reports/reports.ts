import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import { type IfUnchanged, ifUnchanged, seenOf, wholeNumber } from '#cli/options.ts';
import { revisionOf, revisionsOf } from '#db/audit/last-changes.ts';
import { requireProviderByName } from '#db/broadband/providers.ts';
import { answersTo, type NamedAnswer } from '#db/reports/answers.ts';
import { type PointReport, pageOfReports, type ReportState, reportStates } from '#db/reports/reports.ts';
import { answerRecord, answerReport, changeReport } from '#flows/reports/reports.ts';
import { degreesText, longitudeOf } from '#lib/broadband/point.ts';
import { type Outcome, outcomes } from '#lib/reports/outcome.ts';
import { isoAuckland, spaced } from '#lib/time/auckland.ts';

interface ChangeOptions extends IfUnchanged {
  readonly state?: ReportState;
  readonly note?: string;
}

interface AnswerOptions extends IfUnchanged {
  readonly outcome?: Outcome;
  readonly delivery?: number;
  readonly words?: string;
  readonly provider?: string;
}

const mostListed = 1000;

/** `reports list|answer|change`: what visitors to the map report as wrong at a point. */
export function addReportCommands(program: Command): void {
  const reports = program.command('reports').description('what visitors to the map report as wrong at a point');
  act<{ state?: ReportState }>(
    reports
      .command('list')
      .description('the reports, newest first')
      .addOption(new Option('--state <state>', 'only these').choices(reportStates)),
    list,
  );
  act<AnswerOptions>(
    reports
      .command('answer')
      .description('answer a report; its visitor reads the outcome by their link')
      .argument('<number>', 'its number in the list', wholeNumber(Number.MAX_SAFE_INTEGER))
      .addOption(new Option('--outcome <outcome>', 'what was found out').choices(outcomes))
      .addOption(
        new Option('--delivery <version>', 'the coverage version that corrects it').argParser(
          wholeNumber(Number.MAX_SAFE_INTEGER),
        ),
      )
      .option('--words <text>', 'a text for the visitor')
      .option('--provider <name>', 'answer for a network provider instead of for staff')
      .addOption(ifUnchanged()),
    answer,
  );
  act<ChangeOptions>(
    reports
      .command('change')
      .description('record what was found out about a report')
      .argument('<number>', 'its number in the list', wholeNumber(Number.MAX_SAFE_INTEGER))
      .addOption(new Option('--state <state>', 'whether it is done').choices(reportStates))
      .option('--note <text>', 'what was found out, for staff')
      .addOption(ifUnchanged()),
    change,
  );
}

function list({ database: { reader } }: CommandContext, { state }: { state?: ReportState }): CommandResult {
  const query = { sort: 'came', descending: true, page: 1, pageSize: mostListed, search: '', state } as const;
  const { rows, total } = pageOfReports(reader, query);
  const revisions = revisionsOf(reader, 'report');
  const listed = rows.map((row) => ({
    ...factsOf(row),
    answers: answersTo(reader, row.id).map((given) => ({
      ...answerFacts(given),
      revision: revisionOf(reader, answerRecord(row.id, given.providerId ?? undefined)),
    })),
    revision: revisions.get(String(row.id)) ?? 0,
  }));
  const lines = listed.map(({ report, state: word, came, y, x, what }) =>
    [report, word, spaced(came), `${y}/${x}`, what.replaceAll(/\s+/g, ' ')].join('\t'),
  );
  if (total > rows.length)
    lines.push(
      `… ${total.toLocaleString('en-NZ')} in all; the newest ${rows.length.toLocaleString('en-NZ')} are listed.`,
    );
  return { lines: lines.length > 0 ? lines : ['There are no reports.'], json: listed };
}

/** A report without its visitor's email address, which screens show to those who answer it. */
function factsOf({ id, state, createdAt, what, note, handledBy, handledAt, versionId, ...point }: PointReport) {
  return {
    report: id,
    state,
    came: isoAuckland(createdAt),
    y: degreesText(point.y),
    x: degreesText(longitudeOf(point)),
    what,
    note,
    version: versionId,
    handledBy,
    handled: isoAuckland(handledAt),
  };
}

async function change(
  { database, nowMs }: CommandContext,
  { state, note, ...options }: ChangeOptions,
  number = '',
): Promise<CommandResult> {
  if (state === undefined && note === undefined) throw new UsageError('Give --state, --note or both.');
  const given = { id: Number(number), state, note, seen: seenOf(options) };
  const { changed, now } = await changeReport(database.writer, given, byCommandLine(nowMs));
  const words = changed.length === 0 ? 'has this already: nothing was changed' : 'is changed';
  return {
    lines: [`Report ${number} ${words}.`],
    json: { report: Number(number), ...now.fields, revision: now.revision },
  };
}

/** An answer to a report, or who has not answered yet; `provider` null: staff. */
function answerFacts({ provider, outcome, delivery, words, answeredBy, answeredAt }: NamedAnswer) {
  return { provider, outcome, delivery, words, answeredBy, answered: isoAuckland(answeredAt) };
}

async function answer(
  { database: { writer }, nowMs }: CommandContext,
  { outcome, delivery, words, provider, ...options }: AnswerOptions,
  number = '',
): Promise<CommandResult> {
  if (outcome === undefined && delivery === undefined && words === undefined)
    throw new UsageError('Give --outcome, --delivery or --words.');
  const own = provider === undefined ? undefined : requireProviderByName(writer.db, provider).id;
  // another outcome than a correction has no delivery
  const corrects = delivery ?? (outcome === undefined || outcome === 'corrected' ? undefined : null);
  const given = { report: Number(number), own, outcome, delivery: corrects, words, seen: seenOf(options) };
  const { changed, now } = await answerReport(writer, given, byCommandLine(nowMs));
  const done = changed.length === 0 ? 'has this answer already: nothing was changed' : 'is answered';
  return {
    lines: [`Report ${number} ${done}.`],
    json: { report: Number(number), ...now.fields, revision: now.revision },
  };
}
