import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext } from '#cli/command-line.ts';
import { type IfUnchanged, ifUnchanged, seenOf } from '#cli/options.ts';
import { revisionOf } from '#db/audit/last-changes.ts';
import { dataFilesOf, getDataTerms, getOpenDataChoice, listDataVersions } from '#db/open-data/open-data.ts';
import { changeOpenData, openDataRecord } from '#flows/open-data/change-open-data.ts';
import { makeOpenData } from '#flows/open-data/make-files.ts';
import { unmadeVersions } from '#flows/open-data/open-data-job.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { type LicenceId, licenceIds, licences } from '#lib/open-data/licences.ts';
import { Refusal } from '#lib/refusal.ts';
import { sizeWords } from '#lib/usage/words.ts';

interface OfferOptions extends IfUnchanged {
  readonly licence?: LicenceId;
  readonly attribution?: string;
}

/** `open-data …`: the published coverage as files for everybody. */
export function addOpenDataCommands(program: Command): void {
  const openData = program.command('open-data').description('the published coverage as files for everybody');
  const offering = openData
    .command('offer')
    .description('offer the published coverage, and versions that are kept, for download at /data')
    .addOption(new Option('--licence <id>', 'what anybody may do with the data').choices(licenceIds))
    .option('--attribution <text>', 'whom others name where they use the data')
    .addOption(ifUnchanged());
  act<OfferOptions>(offering, async ({ database, nowMs }, options) => {
    const { licence, attribution } = options;
    const wanted = { isOffered: true, licence, attribution, seen: seenOf(options) };
    const { now } = await changeOpenData(database.writer, wanted, byCommandLine(nowMs));
    const title = now.fields.licence === '' ? '' : licences[now.fields.licence].title;
    return {
      lines: [
        `The published coverage is offered under ${title}. Attribution: ${now.fields.attribution}`,
        'The server makes the files; "open-data make" does it now.',
      ],
      json: { ...now.fields, revision: now.revision },
    };
  });
  const stopping = openData
    .command('stop')
    .description('offer nothing for download, and remove the files')
    .addOption(ifUnchanged());
  act<IfUnchanged>(stopping, async (context, options) => {
    const { database, nowMs } = context;
    const { now } = await changeOpenData(
      database.writer,
      { isOffered: false, seen: seenOf(options) },
      byCommandLine(nowMs),
    );
    await make(context).catch((fault: unknown) => {
      // who makes files then removes them all
      if (!(fault instanceof Refusal) || fault.reason.code !== 'open-data-busy') throw fault;
    });
    return {
      lines: ['No coverage is offered for download.'],
      json: { ...now.fields, revision: now.revision },
    };
  });
  const making = openData.command('make').description('make the files that are offered now, if they are not made yet');
  act(making, async (context) => {
    const made = await make(context);
    const lines = made.map((versionId) => `The files of coverage version ${versionId} are made.`);
    const isOffered = getDataTerms(context.database.reader) !== undefined;
    const nothing = isOffered
      ? 'All files that are offered are made.'
      : 'No coverage is offered for download. To offer it: npm run watea -- open-data offer';
    return { lines: lines.length > 0 ? lines : [nothing], json: { made } };
  });
  const listing = openData.command('list').description('show what is offered, and its files');
  act(listing, ({ database: { reader } }) => {
    const choice = getOpenDataChoice(reader);
    const versions = listDataVersions(reader).map(({ versionId }) => ({
      version: versionId,
      files: dataFilesOf(reader, versionId).map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    }));
    const unmade = unmadeVersions(reader);
    const { isOffered, licence, attribution } = choice;
    const offer =
      isOffered && licence !== ''
        ? `Offered under ${licences[licence].title}. Attribution: ${attribution}`
        : 'No coverage is offered for download.';
    return {
      lines: [
        offer,
        ...versions.map(({ version, files }) => {
          const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
          const isOld = unmade.includes(version) ? ' (they are made anew)' : '';
          return `Version ${version}: ${counted(files.length, 'file')}, ${sizeWords(bytes)}${isOld}`;
        }),
        ...unmade
          .filter((versionId) => !versions.some(({ version }) => version === versionId))
          .map((versionId) => `Version ${versionId}: its files are not made yet`),
      ],
      json: { ...choice, revision: revisionOf(reader, openDataRecord), versions, unmade },
    };
  });
}

function make({ database, nowMs, progress }: CommandContext): Promise<number[]> {
  return makeOpenData(database, { nowMs, baseUrl: settings().baseUrl, onProgress: progress.show });
}
