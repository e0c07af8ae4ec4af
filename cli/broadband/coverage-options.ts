import { type Command, InvalidArgumentError, Option } from 'commander';
import { nameOption } from '#cli/options.ts';
import { parseAsOf } from '#lib/broadband/as-of.ts';
import type { ImportMode } from '#lib/broadband/import/layer-plan.ts';
import { addChoiceOptions, type ChoiceCommandOptions } from './coverage-choice-options.ts';

/** The options of `coverage import`, as commander names them. */
export interface ImportCommandOptions extends ChoiceCommandOptions {
  readonly asProposed?: boolean;
  readonly asOf?: string;
  readonly delivery?: string;
  readonly publish?: boolean;
  readonly add?: boolean;
  readonly replace?: boolean;
  readonly replaceAll?: boolean;
  readonly newProvider?: boolean;
  readonly force?: boolean;
}

/** Gives `coverage import` its options. What a feature says itself wins over them. */
export function addImportOptions(command: Command): Command {
  return addChoiceOptions(command)
    .option('--as-proposed', 'take columns and values as "coverage inspect" proposes them')
    .option('--as-of <date>', 'the day that the provider’s data stand for, such as 2026-11-20', asOfDay)
    .option(
      '--delivery <name>',
      'what this delivery is called, now and for later files of the provider’s layer',
      nameOption,
    )
    .option('--publish', 'publish the new version at once')
    .addOption(
      new Option('--add', 'keep the layers of the same technology and provider').conflicts(['replace', 'replaceAll']),
    )
    .addOption(new Option('--replace', 'replace the layer of the same technology and provider').conflicts('replaceAll'))
    .option('--replace-all', 'replace everything that is published')
    .option('--new-provider', 'add providers that are not known yet')
    .option('--force', 'with --publish: even if more than 20 % of a technology’s area goes');
}

export function modeOf({ add, replace, replaceAll }: ImportCommandOptions): ImportMode {
  if (add === true) return 'add';
  if (replace === true) return 'replace';
  return replaceAll === true ? 'replace all' : 'join';
}

/** A number of a version. */
export function versionNumber(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('It must be a version’s number, as "coverage list" shows it.');
  return text;
}

/** A number of a layer. */
export function layerNumber(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be a layer’s number, as "coverage list" shows it.');
  return text;
}

function asOfDay(text: string): string {
  const parsed = parseAsOf(text);
  if (!parsed.ok) throw new InvalidArgumentError(`It ${parsed.reason}.`);
  return parsed.day;
}
