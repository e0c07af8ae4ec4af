import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { wholeNumber } from '#cli/options.ts';
import { ageOf, getFlaggedAfterDays, setFlaggedAfterDays } from '#db/broadband/policy.ts';
import { requireVersionDetails } from '#db/broadband/version-details.ts';
import { getVersion, layersOf, listVersions } from '#db/broadband/versions.ts';
import { getComparison } from '#flows/broadband/compare-versions.ts';
import { type Publishing, publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { nameVersion } from '#flows/broadband/rebase-version.ts';
import { deleteVersion, tidyCoverage } from '#flows/broadband/remove-version.ts';
import { nameLayer, retireLayer } from '#flows/broadband/retire-layer.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { Refusal } from '#lib/refusal.ts';
import { describeDetails } from './coverage-details.ts';
import { comparisonFaults, describeComparison, describeLosses } from './coverage-difference.ts';
import { addExport } from './coverage-export.ts';
import { layerNumber, versionNumber } from './coverage-options.ts';
import { describeVersions } from './coverage-report.ts';

/** The commands of `coverage` that look after versions once they are made. */
export function addVersionCommands(coverage: Command): void {
  addList(coverage);
  addShow(coverage);
  addPublish(coverage);
  addRollback(coverage);
  addRetire(coverage);
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
    .description('show a version: its file, layers, areas, what it changes, and the problems of its import')
    .argument('<version>', 'its number', versionNumber);
  act(command, ({ database, nowMs }, _options, version) =>
    describeDetails(requireVersionDetails(database.reader, Number(version), nowMs)),
  );
}

function addPublish(coverage: Command): void {
  const command = coverage
    .command('publish')
    .description('publish a version; one that was made on an older state is made anew first, to be looked at again')
    .argument('<version>', 'its number', versionNumber)
    .option('--force', forceMeans);
  act<{ force?: boolean }>(command, async (context, options, version) => {
    const versionId = Number(version);
    const published = await publishOrRefuse(context, versionId, options.force === true);
    if (published.outcome === 'stood already') {
      return { lines: [`Version ${versionId} is published already.`], json: { published: versionId, before: null } };
    }
    return {
      lines: [`Version ${published.versionId} is published; ${nameVersion(published.replacedId)} was before.`],
      json: { published: published.versionId, before: published.replacedId ?? null },
    };
  });
}

/** What `--force` does, wherever something is published. */
export const forceMeans = 'publish even if more than 20 % of a technology’s area goes, or if it had to be made anew';

/**
 * Publishes a version and tidies up.
 *
 * @param isForced whether it is published whatever it takes away, and at once when it had to be made anew
 * @throws Refusal when somebody should look at it first
 */
export async function publishOrRefuse(
  context: CommandContext,
  versionId: number,
  isForced: boolean,
): Promise<Extract<Publishing, { outcome: 'published' | 'stood already' }>> {
  const { database } = context;
  const writing = { ...writingOf(context), isLossConfirmed: isForced };
  const baseId = getVersion(database.reader.db, versionId)?.baseId ?? undefined;
  let publishing = await publishVersion(database, versionId, writing);
  while (publishing.outcome === 'rebuilt' && isForced) {
    publishing = await publishVersion(database, publishing.versionId, writing);
  }
  if (publishing.outcome === 'rebuilt') throw rebuiltRefusal(context, versionId, baseId, publishing);
  if (publishing.outcome === 'takes much away') {
    throw new Refusal(
      `Version ${versionId} would take away ${describeLosses(publishing.losses)}. Look at it with "coverage show ${versionId}"; to publish it all the same: npm run watea -- coverage publish ${versionId} --force`,
    );
  }
  await tidyCoverage(database, writing);
  return publishing;
}

function rebuiltRefusal(
  { database }: CommandContext,
  versionId: number,
  baseId: number | undefined,
  rebuilt: Extract<Publishing, { outcome: 'rebuilt' }>,
): Refusal {
  const comparison = getComparison(database.reader.db, rebuilt.versionId);
  return new Refusal(
    `Version ${versionId} was made on ${nameVersion(baseId)}, but ${nameVersion(rebuilt.baseId)} is published since. Its changes now stand, on top of that, in version ${rebuilt.versionId}; to publish it: npm run watea -- coverage publish ${rebuilt.versionId}`,
    comparison === undefined ? [] : comparisonFaults(comparison),
  );
}

function addRollback(coverage: Command): void {
  const command = coverage
    .command('rollback')
    .description('publish what was published before; repeat to go further back');
  act(command, async (context) => {
    const { versionId, replacedId } = await rollBack(context.database, writingOf(context));
    await tidyCoverage(context.database, writingOf(context));
    return {
      lines: [`Version ${versionId} is published again; ${nameVersion(replacedId)} no longer is.`],
      json: { published: versionId, before: replacedId ?? null },
    };
  });
}

function addRetire(coverage: Command): void {
  const command = coverage
    .command('retire')
    .description('make a version that is what is published without one layer')
    .argument('<layer>', 'its number, as "coverage list" shows it', layerNumber)
    .option('--publish', 'publish the new version at once')
    .option('--force', forceMeans);
  act<{ publish?: boolean; force?: boolean }>(command, async (context, options, layer): Promise<CommandResult> => {
    const retired = await retireLayer(context.database, Number(layer), writingOf(context));
    const isPublished = options.publish === true;
    if (isPublished) await publishOrRefuse(context, retired.id, options.force === true);
    const state = isPublished
      ? `Version ${retired.id} is published,`
      : `Version ${retired.id} is ready. To publish it: npm run watea -- coverage publish ${retired.id}\n  It is`;
    return {
      lines: [
        `${state} ${nameVersion(retired.baseId)} without ${nameLayer(retired.layer)}.`,
        ...describeComparison(retired.comparison),
      ],
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
      wholeNumber(999_999_999),
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
