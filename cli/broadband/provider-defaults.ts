import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import { type IfUnchanged, ifUnchanged, option, seenOf } from '#cli/options.ts';
import { revisionOf } from '#db/audit/last-changes.ts';
import { defaultSpeedsOf } from '#db/broadband/own/settings.ts';
import { type Provider, requireProviderByName } from '#db/broadband/providers.ts';
import { requireTechnologyByName } from '#db/broadband/technologies.ts';
import { changeDefaultSpeeds } from '#flows/broadband/default-speed-changes.ts';
import { providerRecord } from '#flows/broadband/provider-changes.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import { speedFields } from '#lib/broadband/import/offers/offer-fields.ts';
import { defaultSpeedField } from '#lib/broadband/import/offers/speeds.ts';
import { speedWords } from '#lib/words/coverage/speeds.ts';
import { optionOf } from './coverage-controls.ts';

/** The word that removes a default; commander makes an empty text of null. */
const none = 'none';

/** The speeds are read by the names of their options. */
interface DefaultsOptions extends IfUnchanged {
  readonly technology?: string;
}

/** `providers defaults`: shows the default speeds of a provider, or sets those of a technology. */
export function addDefaults(providers: Command): void {
  const command = providers
    .command('defaults')
    .description('show the speeds that are used where a coverage file gives none, or set those of a technology')
    .argument('<name>')
    .option('--technology <name>', 'the technology whose default speeds are set');
  for (const field of speedFields) {
    const described = `the ${speedWords[field]}, or "${none}" for no default`;
    command.addOption(new Option(`${optionOf[field]} <mbps>`, described).argParser(speedOrNone));
  }
  act<DefaultsOptions>(command.addOption(ifUnchanged()), async (context, options, name = '') => {
    const speeds = speedsOf(options);
    const isSetting = options.technology !== undefined;
    if (isSetting !== speeds.length > 0)
      throw new UsageError('To set speeds, give --technology and at least one speed.');
    const { writer } = context.database;
    const provider = requireProviderByName(writer.db, name);
    if (options.technology !== undefined) {
      const { id } = requireTechnologyByName(writer.db, options.technology);
      const wanted = speeds.map(({ field, speed }) => [defaultSpeedField(id, field), speed]);
      const given = { id: provider.id, speeds: Object.fromEntries(wanted), seen: seenOf(options) };
      await changeDefaultSpeeds(writer, given, byCommandLine(context.nowMs));
    }
    return describeDefaults(context, provider);
  });
}

function speedsOf(options: DefaultsOptions) {
  const given = options as Readonly<Record<string, number | typeof none | undefined>>;
  return speedFields.flatMap((field) => {
    const speed = given[new Option(optionOf[field]).attributeName()];
    return speed === undefined ? [] : [{ field, speed: speed === none ? null : speed }];
  });
}

function describeDefaults({ database }: CommandContext, { id, name }: Provider): CommandResult {
  const defaults = defaultSpeedsOf(database.writer.db, id);
  const lines = defaults.map(({ technology, speeds }) => {
    const each = speedFields.map((field) => `${speedWords[field]} ${speeds[field]?.toLocaleString('en-NZ') ?? none}`);
    return `${technology}, Mbps: ${each.join(', ')}`;
  });
  return {
    lines: lines.length === 0 ? [`${name} has no default speeds.`] : lines,
    json: {
      provider: name,
      revision: revisionOf(database.writer, providerRecord(id)),
      defaults: defaults.map(({ technology, speeds }) => ({
        technology,
        ...Object.fromEntries(speedFields.map((field) => [field, speeds[field] ?? null])),
      })),
    },
  };
}

function speedOrNone(text: string): number | typeof none {
  return text === none ? none : option(parseSpeed)(text);
}
