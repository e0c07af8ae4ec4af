import type { Command } from 'commander';
import { ageOf, getFlaggedAfterDays, setFlaggedAfterDays } from '#db/coverage-policy.ts';
import { type Publishing, publishVersion, rollBack } from '#db/coverage-publish.ts';
import { nameVersion } from '#db/coverage-rebase.ts';
import { deleteVersion, tidyCoverage } from '#db/coverage-removal.ts';
import { nameLayer, retireLayer } from '#db/coverage-retire.ts';
import { getVersion, layersOf, listVersions } from '#db/coverage-versions.ts';
import type { CoverageWriting } from '#db/coverage-writing.ts';
import { Refusal } from '#lib/refusal.ts';
import { byCommandLine } from './authorship.ts';
import { act, type CommandContext, type CommandResult } from './command-line.ts';
import { layerNumber, versionNumber } from './coverage-options.ts';
import { describeVersions } from './coverage-report.ts';
import { wholeNumber } from './options.ts';

/** The commands of `coverage` that look after versions once they are made. */
export function addVersionCommands(coverage: Command): void {
  addList(coverage);
  addPublish(coverage);
  addRollback(coverage);
  addRetire(coverage);
  addDelete(coverage);
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

function addPublish(coverage: Command): void {
  const command = coverage
    .command('publish')
    .description('publish a version; one that was made on an older state is made anew first, to be looked at again')
    .argument('<version>', 'its number', versionNumber);
  act(command, async (context, _options, version) => {
    const versionId = Number(version);
    const published = await publishOrRefuse(context, versionId);
    if (published.outcome === 'stood already') {
      return { lines: [`Version ${versionId} is published already.`], json: { published: versionId, before: null } };
    }
    return {
      lines: [`Version ${versionId} is published; ${nameVersion(published.replacedId)} was before.`],
      json: { published: versionId, before: published.replacedId ?? null },
    };
  });
}

/**
 * Publishes a version and tidies up.
 *
 * @throws Refusal when it had to be made anew: somebody should look at it before it is published
 */
export async function publishOrRefuse(
  context: CommandContext,
  versionId: number,
): Promise<Exclude<Publishing, { outcome: 'rebuilt' }>> {
  const { database } = context;
  const writing = writingOf(context);
  const baseId = getVersion(database.reader.db, versionId)?.baseId ?? undefined;
  const publishing = await publishVersion(database, versionId, writing);
  if (publishing.outcome === 'rebuilt') {
    throw new Refusal(
      `Version ${versionId} was made on ${nameVersion(baseId)}, but ${nameVersion(publishing.baseId)} is published since. Its changes now stand, on top of that, in version ${publishing.versionId}; to publish it: npm run watea -- coverage publish ${publishing.versionId}`,
    );
  }
  await tidyCoverage(database, writing);
  return publishing;
}

function addRollback(coverage: Command): void {
  const command = coverage
    .command('rollback')
    .description('publish what was published before; repeat to go further back');
  act(command, async (context) => {
    const { versionId, replacedId } = await rollBack(context.database, writingOf(context));
    await tidyCoverage(context.database, writingOf(context));
    return {
      lines: [`Version ${versionId} is published again; version ${replacedId} no longer is.`],
      json: { published: versionId, before: replacedId },
    };
  });
}

function addRetire(coverage: Command): void {
  const command = coverage
    .command('retire')
    .description('make a version that is what is published without one layer')
    .argument('<layer>', 'its number, as "coverage list" shows it', layerNumber)
    .option('--publish', 'publish the new version at once');
  act<{ publish?: boolean }>(command, async (context, options, layer): Promise<CommandResult> => {
    const retired = await retireLayer(context.database, Number(layer), writingOf(context));
    const isPublished = options.publish === true;
    if (isPublished) await publishOrRefuse(context, retired.id);
    const state = isPublished
      ? `Version ${retired.id} is published,`
      : `Version ${retired.id} is ready. To publish it: npm run watea -- coverage publish ${retired.id}\n  It is`;
    return {
      lines: [`${state} ${nameVersion(retired.baseId)} without ${nameLayer(retired.layer)}.`],
      json: { version: retired.id, base: retired.baseId, published: isPublished, retired: retired.layer.id },
    };
  });
}

function addDelete(coverage: Command): void {
  const command = coverage
    .command('delete')
    .description('remove a version that is not published')
    .argument('<version>', 'its number', versionNumber);
  act(command, async (context, _options, version) => {
    await deleteVersion(context.database, Number(version), writingOf(context));
    return { lines: [`Version ${version} is deleted.`], json: { deleted: Number(version) } };
  });
}

function addPolicy(coverage: Command): void {
  const command = coverage
    .command('policy')
    .description('show or set from which age on a layer is flagged as old')
    .option(
      '--flag-after <days>',
      'days since the provider’s "as of" date, or since the import without one',
      wholeNumber,
    );
  act<{ flagAfter?: number }>(command, ({ database, nowMs }, { flagAfter }) => {
    const { db } = database.writer;
    if (flagAfter !== undefined) {
      db.transaction((tx) => setFlaggedAfterDays(tx, flagAfter, byCommandLine(nowMs)), { behavior: 'immediate' });
    }
    const days = getFlaggedAfterDays(db);
    return { lines: [`Layers are flagged when they are older than ${days} days.`], json: { flaggedAfterDays: days } };
  });
}

/** How a command writes coverage: as itself, with its progress shown. */
export function writingOf(context: CommandContext): CoverageWriting {
  return {
    ...byCommandLine(context.nowMs),
    onProgress: (stage, done, total) => context.progress.show(stage, done, total),
  };
}
