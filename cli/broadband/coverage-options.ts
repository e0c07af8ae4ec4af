import { type Command, InvalidArgumentError, Option } from 'commander';
import { nameOption } from '#cli/options.ts';
import { sentenceOf } from '#cli/words.ts';
import { parseAsOf } from '#lib/broadband/as-of.ts';
import type { ImportMode } from '#lib/broadband/import/layer-plan.ts';
import { addChoiceOptions, type ChoiceCommandOptions } from './coverage-choice-options.ts';
import { choiceOptions, coverageControls } from './coverage-controls.ts';

const { dayExample } = coverageControls;

/** The options of `coverage import`, with commander's names. */
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

/** Adds the options of `coverage import`. What a feature says itself wins over them. */
export function addImportOptions(command: Command): Command {
  return addChoiceOptions(command)
    .option('--as-proposed', 'use columns and values as "coverage inspect" proposes them')
    .option('--as-of <date>', `the day that the provider’s data are as of, such as ${dayExample}`, asOfDay)
    .option(
      `${choiceOptions.delivery} <name>`,
      'the name of this delivery, also for later files of the provider’s layer',
      nameOption,
    )
    .option('--publish', 'publish the new version')
    .addOption(
      new Option(choiceOptions.add, 'keep the layers of the same technology and provider').conflicts([
        'replace',
        'replaceAll',
      ]),
    )
    .addOption(
      new Option(choiceOptions.replace, 'replace the layer of the same technology and provider').conflicts(
        'replaceAll',
      ),
    )
    .option('--replace-all', 'replace everything that is published')
    .option(choiceOptions['new-provider'], 'add unknown providers');
}

export function modeOf({ add, replace, replaceAll }: ImportCommandOptions): ImportMode {
  if (add === true) return 'add';
  if (replace === true) return 'replace';
  return replaceAll === true ? 'replace all' : 'join';
}

/** The number of a version. */
export function versionNumber(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('It must be a version’s number, as "coverage list" shows it.');
  return text;
}

/** The number of a layer. */
export function layerNumber(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be a layer’s number, as "coverage list" shows it.');
  return text;
}

function asOfDay(text: string): string {
  const parsed = parseAsOf(text);
  if (!parsed.ok) throw new InvalidArgumentError(sentenceOf(parsed.reason));
  return parsed.day;
}
