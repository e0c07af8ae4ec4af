import type { Command } from 'commander';
import { byCommandLine, writingOf } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { type IfUnchanged, ifUnchanged, seenOf, wholeNumber } from '#cli/options.ts';
import { revisionOf } from '#db/audit/last-changes.ts';
import { getComparison } from '#db/broadband/comparisons.ts';
import { ageOf, getFlaggedAfterDays } from '#db/broadband/freshness.ts';
import { isAnswerOfDay } from '#db/broadband/lookup.ts';
import { requireVersionDetails } from '#db/broadband/version-details.ts';
import { getVersion, layersOf, listVersions } from '#db/broadband/versions.ts';
import {
  changeCoveragePolicy,
  coveragePolicy,
  keepCoverage,
  mostFlaggedAfterDays,
} from '#flows/broadband/coverage-changes.ts';
import { retireLayer } from '#flows/broadband/publication.ts';
import { type Publishing, publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { deleteVersion, tidyCoverage } from '#flows/broadband/remove-version.ts';
import { counted } from '#lib/counted.ts';
import { Refusal } from '#lib/refusal.ts';
import { layerWords, versionWords } from '#lib/words/coverage/coverage.ts';
import { comparisonFaults, completeMade, completingLine, describeDetails } from './coverage-details.ts';
import { addExport } from './coverage-export.ts';
import { layerNumber, versionNumber } from './coverage-options.ts';
import { describeVersions } from './coverage-report.ts';

/** The commands of `coverage` for versions that exist. */
export function addVersionCommands(coverage: Command): void {
  addList(coverage);
  addShow(coverage);
  addPublish(coverage);
  addRollback(coverage);
  addRetire(coverage);
  addKeep(coverage);
  addDelete(coverage);
  addExport(coverage);
  addPolicy(coverage);
}

function addList(coverage: Command): void {
  const command = coverage.command('list').description('list the versions, and the layers of the published one');
  act(command, ({ database, nowMs }) => {
    const { db } = database.reader;
    const flaggedAfterDays = getFlaggedAfterDays(db);
    return describeVersions(listVersions(database.reader), ({ id }) =>
      layersOf(db, id).map((layer) => ({ ...layer, age: ageOf(layer, flaggedAfterDays, nowMs) })),
    );
  });
}

function addShow(coverage: Command): void {
  const command = coverage
    .command('show')
    .description('show a version: its file, layers and areas, what it changes, and the problems its import found')
    .argument('<version>', 'its number', versionNumber);
  act(command, ({ database, nowMs }, _options, version) =>
    describeDetails(requireVersionDetails(database.reader, Number(version), nowMs)),
  );
}

function addPublish(coverage: Command): void {
  const command = coverage
    .command('publish')
    .description('publish a version; one whose base is no longer published is rebuilt first, for you to check')
    .argument('<version>', 'its number', versionNumber)
    .option(
      '--rebuild',
      'if its base is no longer published, publish the rebuilt version too, unless much coverage would be lost',
    )
    .option('--force', forceMeans);
  act<PublishOptions>(command, async (context, options, version) => {
    const versionId = Number(version);
    const published = await publishOrRefuse(context, versionId, options);
    if (published.outcome === 'already-published') {
      return { lines: [`Version ${versionId} is already published.`], json: { published: versionId, before: null } };
    }
    return {
      lines: [`Version ${published.versionId} is published; ${versionWords(published.replacedId)} was before.`],
      json: { published: published.versionId, before: published.replacedId ?? null },
    };
  });
}

/** What `--force` does, wherever something is published. */
export const forceMeans =
  'publish even if more than 20 % of a technology’s area would be lost, or if it had to be rebuilt';

export interface PublishOptions {
  /** Publish it whatever it takes away, and even if it had to be rebuilt. */
  readonly force?: boolean;
  /** Publish it even if it had to be rebuilt. */
  readonly rebuild?: boolean;
}

/**
 * Publishes a version and removes what is old.
 *
 * @throws Refusal when somebody should check it first
 */
export async function publishOrRefuse(
  context: CommandContext,
  versionId: number,
  { force: isForced = false, rebuild: isRebuilt = isForced }: PublishOptions,
): Promise<Extract<Publishing, { outcome: 'published' | 'already-published' }>> {
  const { database } = context;
  const { db } = database.reader;
  const writing = { ...writingOf(context), isLossConfirmed: isForced };
  const baseId = getVersion(db, versionId)?.baseId ?? undefined;
  context.progress.show('publish', 0, 0);
  let publishing = await publishVersion(database, versionId, writing);
  while (publishing.outcome === 'rebuilt' && isRebuilt) {
    publishing = await publishVersion(database, publishing.versionId, writing);
  }
  if (publishing.outcome === 'rebuilt') {
    const { versionId: rebuiltId, baseId: publishedId } = publishing;
    await completeMade(context, rebuiltId);
    const faults = comparisonFaults(getComparison(db, rebuiltId));
    throw new Refusal({ code: 'version-rebuilt', versionId, baseId, publishedId, rebuiltId }, faults);
  }
  if (publishing.outcome === 'unconfirmed') {
    throw new Refusal({ code: 'losses-unconfirmed', versionId: publishing.versionId, losses: publishing.losses });
  }
  context.keep(`Version ${publishing.versionId} is published.`);
  await tidyCoverage(database, writing);
  return publishing;
}

function addRollback(coverage: Command): void {
  const command = coverage
    .command('rollback')
    .description('publish what was published before; repeat to go further back')
    .option('--if-unchanged <version>', 'only if this version is still published', (text) =>
      Number(versionNumber(text)),
    );
  act<IfUnchanged>(command, async (context, { ifUnchanged: from }) => {
    const { versionId, replacedId } = await rollBack(context.database, writingOf(context), from);
    context.keep(`Version ${versionId} is published again.`);
    await tidyCoverage(context.database, writingOf(context));
    return {
      lines: [`Version ${versionId} is published again; ${versionWords(replacedId)} no longer is.`],
      json: { published: versionId, before: replacedId ?? null },
    };
  });
}

function addRetire(coverage: Command): void {
  const command = coverage
    .command('retire')
    .description('make a version that is the published one without one layer')
    .argument('<layer>', 'its number, as "coverage list" shows it', layerNumber)
    .option('--publish', 'publish the new version as well')
    .option('--force', forceMeans);
  act<{ publish?: boolean; force?: boolean }>(command, async (context, options, layer): Promise<CommandResult> => {
    const retired = await retireLayer(context.database, Number(layer), writingOf(context));
    const isPublished = options.publish === true;
    context.keep(`Version ${retired.id} is ready and not published.`);
    if (isPublished) await publishOrRefuse(context, retired.id, options);
    const state = isPublished
      ? `Version ${retired.id} is published,`
      : `Version ${retired.id} is ready. To publish it: npm run watea -- coverage publish ${retired.id}\n  It is`;
    context.say([`${state} ${versionWords(retired.baseId)} without ${layerWords(retired.layer)}.`, completingLine]);
    const { lines } = await completeMade(context, retired.id);
    return {
      lines,
      json: { version: retired.id, base: retired.baseId, published: isPublished, retired: retired.layer.id },
    };
  });
}

function addKeep(coverage: Command): void {
  const command = coverage
    .command('keep')
    .description('keep a version that was published, so that callers can ask for coverage as of its time')
    .argument('<version>', 'its number', versionNumber)
    .option('--stop', 'keep it no longer');
  act<{ stop?: boolean }>(command, async ({ database, nowMs }, { stop: isStopped = false }, version) => {
    const versionId = Number(version);
    await keepCoverage(database.writer, { versionId, isKept: !isStopped }, byCommandLine(nowMs));
    const keptLine = isAnswerOfDay(database.reader, versionId)
      ? `Version ${versionId} is kept: it answers as of its time.`
      : `Version ${versionId} is kept, but no day answers from it: another was in force when its day ended.`;
    const line = isStopped ? `Version ${versionId} is not kept any longer: it is removed in its turn.` : keptLine;
    return { lines: [line], json: { version: versionId, kept: !isStopped } };
  });
}

function addDelete(coverage: Command): void {
  const command = coverage
    .command('delete')
    .description('delete a version that is not published')
    .argument('<version>', 'its number', versionNumber);
  act(command, async (context, _options, version) => {
    await deleteVersion(context.database, Number(version), writingOf(context));
    return { lines: [`Version ${version} is deleted.`], json: { deleted: Number(version) } };
  });
}

function addPolicy(coverage: Command): void {
  const command = coverage
    .command('policy')
    .description('show or set the age after which layers are flagged as old')
    .option(
      '--flag-after <days>',
      'days since the provider’s "as of" date, or since the import if it gave no date',
      wholeNumber(mostFlaggedAfterDays),
    )
    .addOption(ifUnchanged());
  act<{ flagAfter?: number } & IfUnchanged>(command, async ({ database, nowMs }, { flagAfter, ...options }) => {
    const { writer } = database;
    if (flagAfter !== undefined) {
      await changeCoveragePolicy(writer, { flaggedAfterDays: flagAfter, seen: seenOf(options) }, byCommandLine(nowMs));
    }
    const flaggedAfterDays = getFlaggedAfterDays(writer.db);
    const revision = revisionOf(writer, coveragePolicy);
    return {
      lines: [`Layers are flagged after ${counted(flaggedAfterDays, 'day')}.`],
      json: { flaggedAfterDays, revision },
    };
  });
}
