import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { act, type CommandContext, UsageError } from '#cli/command-line.ts';
import { outputFile } from '#cli/given-path.ts';
import { exportedParts, requireExported } from '#db/broadband/exported-parts.ts';
import { writeGeoPackage } from '#db/geopackage/writer.ts';
import { finishInTurns } from '#flows/broadband/measure/measure-versions.ts';
import { type ExportedVersion, type ExportFormat, exportFormats } from '#lib/broadband/export/exported-version.ts';
import { csvExport, geoJsonExport } from '#lib/broadband/export/text-exports.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { versionNumber } from './coverage-options.ts';

interface ExportOptions {
  readonly format: ExportFormat;
  readonly output?: string;
  readonly json?: boolean;
}

/** `coverage export`: writes a published version to a file, for other programs or as an archive. */
export function addExport(coverage: Command): void {
  const command = coverage
    .command('export')
    .description(
      'write a published version to a file; importing it as GeoJSON or GeoPackage gives the same answers, to 11 mm where an area crosses itself',
    )
    .argument('<version>', 'its number', versionNumber)
    .addOption(
      new Option('--format <format>', 'GeoJSON, GeoPackage, or its offers without their areas as CSV')
        .choices(Object.keys(exportFormats))
        .makeOptionMandatory(),
    )
    .option('--output <file>', 'a file that does not exist yet, or - for standard output (not gpkg)', outputFile);
  act<ExportOptions>(command, async (context, options, version) => {
    const { format } = options;
    const exported = requireExported(context.database.reader, Number(version), settings().baseUrl);
    const output = options.output ?? `watea-coverage-${version}${exportFormats[format].ending}`;
    if (output === '-') {
      if (format === 'gpkg') throw new UsageError('A GeoPackage is a database, so it cannot go to standard output.');
      if (options.json === true) throw new UsageError('--json and --output - would write to the same place.');
      await pipeline(textOf(context, exported, format), process.stdout, { end: false });
      return { lines: [], json: null };
    }
    await writeFile(context, exported, format, output);
    const { size: bytes } = statSync(output);
    const line = `Version ${version} was written to ${output}: ${(bytes / 1e6).toFixed(1)} MB.`;
    return { lines: [line], json: { version: exported.versionId, format, output, bytes } };
  });
}

/** Writes to a temporary file and renames it, so that an incomplete file never has the final name. */
async function writeFile(
  context: CommandContext,
  exported: ExportedVersion,
  format: ExportFormat,
  output: string,
): Promise<void> {
  if (existsSync(output)) throw new Refusal({ code: 'export-exists', file: output });
  const unfinished = `${resolve(output)}.unfinished-${process.pid}`;
  try {
    if (format === 'gpkg') {
      const parts = exportedParts(context.database.reader, exported.versionId);
      const steps = writeGeoPackage(unfinished, exported, parts, new Date(context.nowMs).toISOString());
      await finishInTurns(steps, () => undefined);
    } else {
      await pipeline(textOf(context, exported, format), createWriteStream(unfinished, { flags: 'wx' }));
    }
    renameSync(unfinished, output);
  } catch (fault) {
    rmSync(unfinished, { force: true });
    throw writingFault(fault, output);
  }
}

function textOf({ database }: CommandContext, exported: ExportedVersion, format: 'geojson' | 'csv'): Readable {
  const parts = exportedParts(database.reader, exported.versionId);
  return Readable.from(format === 'csv' ? csvExport(exported, parts) : geoJsonExport(exported, parts));
}

/** A system error about the file as a refusal; any other fault as it is. */
function writingFault(fault: unknown, output: string): unknown {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return new Refusal({ code: 'export-disk-full', file: output });
  if (/^(E[A-Z]+|SQLITE_(CANTOPEN|IOERR|READONLY).*)$/.test(code)) {
    return new Refusal({ code: 'export-unwritable', file: output, cause: code });
  }
  return fault;
}
