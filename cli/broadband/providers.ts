import { type Command, Option } from 'commander';
import { byCommandLine, writingOf } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import { type IfUnchanged, ifUnchanged, nameOption, option, seenOf } from '#cli/options.ts';
import { revisionsOf } from '#db/audit/last-changes.ts';
import { deliveriesSince, reportsSince } from '#db/broadband/own/deliveries.ts';
import { deliverableTechnologies } from '#db/broadband/own/settings.ts';
import { type CarriedField, carriedFields } from '#db/broadband/provider-offers.ts';
import { aliasesOf, listProviders, requireProviderByName } from '#db/broadband/providers.ts';
import { requireTechnologyByName } from '#db/broadband/technologies.ts';
import { applyProvider } from '#flows/broadband/apply-provider.ts';
import {
  addAlias,
  addProvider,
  changeDeliverable,
  changeProvider,
  removeAlias,
  retireProvider,
  reviveProvider,
} from '#flows/broadband/provider-changes.ts';
import { parseUrl } from '#lib/broadband/import/offers/field-values.ts';
import { type WholesaleNetwork, wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';
import { counted } from '#lib/counted.ts';
import { dayOf, isoAuckland } from '#lib/time/auckland.ts';
import { lastMonths, monthOf, monthPeriods, monthWords } from '#lib/usage/period.ts';
import { publishOrRefuse } from './coverage-versions.ts';
import { addDefaults } from './provider-defaults.ts';

interface DetailOptions extends IfUnchanged {
  readonly url?: string;
  readonly wholesale?: WholesaleNetwork;
}

/** `providers …`: who offers broadband, by which names, and what fills the blanks of their files. */
export function addProviderCommands(program: Command): void {
  const providers = program
    .command('providers')
    .description('who offers broadband: add, list, rename, change, alias, deliver, defaults, usage, retire, apply');
  addListing(providers);
  addDetails(providers);
  addAliases(providers);
  addRetiring(providers);
  addDelivering(providers);
  addDefaults(providers);
  addProviderUsage(providers);
  addApplying(providers);
}

function addListing(providers: Command): void {
  act(providers.command('list').description('all providers, by name'), ({ database }) => {
    const revisions = revisionsOf(database.reader, 'provider');
    const rows = listProviders(database.reader).map((row) => ({
      ...row,
      revision: revisions.get(String(row.id)) ?? 0,
    }));
    const lines = rows.map(({ name, aliases, url, wholesaleNetwork, publishedOffers, retiredAt }) =>
      [
        aliases.length === 0 ? name : `${name} (also ${aliases.join(', ')})`,
        url || 'no address',
        `wholesale ${wholesaleNetwork}`,
        retiredAt === null ? counted(publishedOffers, 'published offer') : 'retired',
      ].join('\t'),
    );
    return {
      lines: lines.length > 0 ? lines : ['No providers yet: imports add them, or "providers add".'],
      json: rows.map(({ createdAt, retiredAt, delivers: _, ...row }) => ({
        ...row,
        delivers: deliverableTechnologies(database.reader.db, row.id),
        createdAt: isoAuckland(createdAt),
        retiredAt: isoAuckland(retiredAt),
      })),
    };
  });
}

function addDetails(providers: Command): void {
  const withDetails = (command: Command) =>
    command
      .option('--url <address>', 'its web address where a file gives none', option(parseUrl))
      .addOption(
        new Option('--wholesale <value>', 'its wholesale value where a file gives none').choices(wholesaleNetworks),
      );
  act<DetailOptions>(
    withDetails(
      providers
        .command('add')
        .description('add a provider, so that files may name it')
        .argument('<name>', '', nameOption),
    ),
    async (context, { url = '', wholesale = 'No' }, name = '') => {
      await addProvider(context.database.writer, { name, url, wholesaleNetwork: wholesale }, by(context));
      return say(`${name} is added.`);
    },
  );
  act<DetailOptions>(
    withDetails(
      providers
        .command('change')
        .description('change what fills the blanks of its files')
        .argument('<name>')
        .addOption(ifUnchanged()),
    ),
    async (context, { url, wholesale, ...options }, name = '') => {
      const changed = {
        seen: seenOf(options),
        ...(url === undefined ? {} : { url }),
        ...(wholesale === undefined ? {} : { wholesaleNetwork: wholesale }),
      };
      await changeProvider(context.database.writer, { id: idOf(context, name), ...changed }, by(context));
      return say(`${name} is changed. Published offers stay as they are; see "providers apply".`);
    },
  );
  act(
    providers
      .command('rename')
      .description('give a provider another name; its old name becomes an alias')
      .argument('<name>')
      .argument('<new name>', '', nameOption)
      .addOption(ifUnchanged()),
    async (context, options: IfUnchanged, name = '', newName = '') => {
      const given = { id: idOf(context, name), name: newName, seen: seenOf(options) };
      await changeProvider(context.database.writer, given, by(context));
      return say(`${name} is now called ${newName}. Published offers keep the old name; see "providers apply".`);
    },
  );
}

function addAliases(providers: Command): void {
  act<{ remove?: boolean } & IfUnchanged>(
    providers
      .command('alias')
      .description('add another name that files use for a provider')
      .argument('<name>')
      .argument('<alias>', '', nameOption)
      .option('--remove', 'remove the alias instead')
      .addOption(ifUnchanged()),
    async (context, { remove = false, ...options }, name = '', alias = '') => {
      const { writer } = context.database;
      const provider = requireProviderByName(writer.db, name);
      await (remove ? removeAlias : addAlias)(writer, { id: provider.id, alias, seen: seenOf(options) }, by(context));
      const aliases = aliasesOf(writer, provider.id).join(', ');
      return say(aliases === '' ? `${provider.name} has no aliases.` : `${provider.name} is also called ${aliases}.`);
    },
  );
}

function addRetiring(providers: Command): void {
  const commands = [
    ['retire', 'retire a provider without published offers', retireProvider, 'is retired'],
    ['revive', 'bring back a retired provider', reviveProvider, 'is back in use'],
  ] as const;
  for (const [name, description, change, done] of commands) {
    act(
      providers.command(name).description(description).argument('<name>').addOption(ifUnchanged()),
      async (context, options: IfUnchanged, provider = '') => {
        await change(context.database.writer, { record: idOf(context, provider), seen: seenOf(options) }, by(context));
        return say(`${provider} ${done}.`);
      },
    );
  }
}

function addDelivering(providers: Command): void {
  act<{ technologies?: string[]; all?: boolean } & IfUnchanged>(
    providers
      .command('deliver')
      .description('choose the technologies that the people of a provider may deliver')
      .argument('<name>')
      .addOption(new Option('--technologies <names...>', 'only these').conflicts('all'))
      .option('--all', 'all technologies, also those that are added later')
      .addOption(ifUnchanged()),
    async (context, { technologies, all, ...options }, name = '') => {
      if (technologies === undefined && all !== true) throw new UsageError('Give --technologies or --all.');
      const { writer } = context.database;
      const delivers = technologies?.map((each) => requireTechnologyByName(writer.db, each).id) ?? null;
      const id = idOf(context, name);
      await changeDeliverable(writer, { id, delivers, seen: seenOf(options) }, by(context));
      const names = deliverableTechnologies(writer.db, id).join(', ');
      return say(names === '' ? `${name} may deliver nothing.` : `${name} may deliver ${names}.`);
    },
  );
}

function addApplying(providers: Command): void {
  act<{ with?: CarriedField[]; publish?: boolean }>(
    providers
      .command('apply')
      .description('make a version in which the provider’s published offers have its current name')
      .argument('<name>')
      .addOption(
        new Option('--with <fields...>', 'other details to apply, whatever the file said').choices(carriedFields),
      )
      .option('--publish', 'publish the new version as well'),
    async (context, { with: fields = [], publish = false }, name = '') => {
      const given = { providerId: idOf(context, name), fields };
      const { id, changedOffers } = await applyProvider(context.database, given, writingOf(context));
      if (publish) await publishOrRefuse(context, id, {});
      const line = publish
        ? `Version ${id} is published.`
        : `Version ${id} is ready. To publish it: npm run watea -- coverage publish ${id}`;
      return { lines: [line], json: { version: id, changedOffers, published: publish } };
    },
  );
}

const by = ({ nowMs }: CommandContext) => byCommandLine(nowMs);

const idOf = ({ database }: CommandContext, name: string) => requireProviderByName(database.writer.db, name).id;

function say(sentence: string): CommandResult {
  return { lines: [sentence], json: { done: sentence } };
}

interface UsageOptions {
  readonly period: string;
}

/** `providers usage`: what a provider delivered and was asked by visitors, by month, as its page shows it. */
function addProviderUsage(providers: Command): void {
  const keys = monthPeriods.map(({ key }) => key);
  act<UsageOptions>(
    providers
      .command('usage')
      .description('show deliveries and reports of a provider by month')
      .argument('<name>')
      .addOption(new Option('--period <period>', 'how many months').choices(keys).default(keys[0])),
    describeUsage,
  );
}

function describeUsage(
  { database: { reader }, nowMs }: CommandContext,
  { period }: UsageOptions,
  given = '',
): CommandResult {
  const { id, name } = requireProviderByName(reader.db, given);
  const months = lastMonths(nowMs, monthPeriods.find(({ key }) => key === period)?.length ?? 0);
  const since = months[0] ?? nowMs;
  const deliveries = deliveriesSince(reader, id, since);
  const reports = reportsSince(reader, id, since);
  const rows = months.map((month) => {
    const isOf = ({ at }: { readonly at: number }) => monthOf(at, months) === month;
    const asked = reports.filter(isOf);
    return {
      month: dayOf(month).slice(0, 7),
      title: monthWords(month),
      deliveries: deliveries.filter(isOf).length,
      byItsPeople: deliveries.filter((each) => isOf(each) && each.isOwn).length,
      reports: asked.length,
      answered: asked.filter(({ outcome }) => outcome !== null).length,
    };
  });
  return {
    lines: rows.map(({ title, ...row }) =>
      [
        title,
        `${counted(row.deliveries, 'delivery', 'deliveries')} (${row.byItsPeople.toLocaleString('en-NZ')} by its people)`,
        `${counted(row.reports, 'report')} (${row.answered.toLocaleString('en-NZ')} answered)`,
      ].join('\t'),
    ),
    json: { provider: name, months: rows.map(({ title: _, ...row }) => row) },
  };
}
