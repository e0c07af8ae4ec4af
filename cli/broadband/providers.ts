import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { nameOption, option } from '#cli/options.ts';
import { type CarriedField, carriedFields } from '#db/broadband/provider-offers.ts';
import { aliasesOf, listProviders, requireProviderByName } from '#db/broadband/providers.ts';
import type { Db } from '#db/client.ts';
import { applyProvider } from '#flows/broadband/apply-provider.ts';
import {
  addAlias,
  addProvider,
  changeProvider,
  type ProviderDetails,
  removeAlias,
  retireProvider,
  reviveProvider,
} from '#flows/broadband/provider-changes.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { tidyCoverage } from '#flows/broadband/remove-version.ts';
import { parseUrl } from '#lib/broadband/import/offers/field-values.ts';
import { type WholesaleNetwork, wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';
import { Refusal } from '#lib/refusal.ts';

interface DetailOptions {
  readonly url?: string;
  readonly wholesale?: WholesaleNetwork;
}

/** `providers …`: who offers broadband, by which names, and what fills the blanks of their files. */
export function addProviderCommands(program: Command): void {
  const providers = program
    .command('providers')
    .description('who offers broadband: add, list, rename, change, alias, retire, apply');
  addListing(providers);
  addDetails(providers);
  addAliases(providers);
  addStanding(providers);
  addApplying(providers);
}

function addListing(providers: Command): void {
  act(providers.command('list').description('all providers, by name'), ({ database }) => {
    const rows = listProviders(database.reader);
    const lines = rows.map(({ name, aliases, url, wholesaleNetwork, publishedOffers, retiredAt }) =>
      [
        aliases.length === 0 ? name : `${name} (also ${aliases.join(', ')})`,
        url || 'no address',
        `wholesale ${wholesaleNetwork}`,
        retiredAt === null ? `${publishedOffers} published offers` : 'retired',
      ].join('\t'),
    );
    return {
      lines: lines.length > 0 ? lines : ['There is no provider yet: imports bring them, or "providers add".'],
      json: rows,
    };
  });
}

function addDetails(providers: Command): void {
  const withDetails = (command: Command) =>
    command
      .option('--url <address>', 'its address on the web where a file gives none', option(parseUrl))
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
    (context, { url = '', wholesale = 'No' }, name = '') =>
      change(context, (db, by) => {
        addProvider(db, { name, url, wholesaleNetwork: wholesale }, by);
        return `${name} is added.`;
      }),
  );
  act<DetailOptions>(
    withDetails(
      providers.command('change').description('change what fills the blanks of its files').argument('<name>'),
    ),
    (context, { url, wholesale }, name = '') => {
      const details: Partial<ProviderDetails> = {
        ...(url === undefined ? {} : { url }),
        ...(wholesale === undefined ? {} : { wholesaleNetwork: wholesale }),
      };
      return change(context, (db, by) => {
        changeProvider(db, requireProviderByName(db, name).id, details, by);
        return `${name} is changed. What is published keeps what it carries; see "providers apply".`;
      });
    },
  );
  act(
    providers
      .command('rename')
      .description('give a provider another name; the one it had becomes an alias')
      .argument('<name>')
      .argument('<new name>', '', nameOption),
    (context, _options: object, name = '', newName = '') =>
      change(context, (db, by) => {
        changeProvider(db, requireProviderByName(db, name).id, { name: newName }, by);
        return `${name} is called ${newName} now. What is published keeps the name it carries; see "providers apply".`;
      }),
  );
}

function addAliases(providers: Command): void {
  act<{ remove?: boolean }>(
    providers
      .command('alias')
      .description('add another name by which files call a provider')
      .argument('<name>')
      .argument('<alias>', '', nameOption)
      .option('--remove', 'take it away instead'),
    (context, { remove = false }, name = '', alias = '') =>
      change(context, (db, by) => {
        const provider = requireProviderByName(db, name);
        (remove ? removeAlias : addAlias)(db, provider.id, alias, by);
        const aliases = aliasesOf({ db }, provider.id).join(', ');
        return aliases === '' ? `${provider.name} has no alias.` : `${provider.name} also goes by ${aliases}.`;
      }),
  );
}

function addStanding(providers: Command): void {
  const changing =
    (work: typeof retireProvider, done: string) =>
    (context: CommandContext, _options: object, name = '') =>
      change(context, (db, by) => {
        work(db, requireProviderByName(db, name).id, by);
        return `${name} is ${done}.`;
      });
  act(
    providers.command('retire').description('retire a provider of whom nothing is published').argument('<name>'),
    changing(retireProvider, 'retired'),
  );
  act(
    providers.command('revive').description('bring a retired provider back').argument('<name>'),
    changing(reviveProvider, 'back'),
  );
}

function addApplying(providers: Command): void {
  act<{ with?: CarriedField[]; publish?: boolean }>(
    providers
      .command('apply')
      .description('make a version in which the provider’s published offers carry its present name')
      .argument('<name>')
      .addOption(
        new Option('--with <fields...>', 'what else they are to carry, whatever their file said').choices(
          carriedFields,
        ),
      )
      .option('--publish', 'publish the new version at once'),
    async ({ database, nowMs, progress }, { with: fields = [], publish = false }, name = '') => {
      const onProgress = progress.show;
      const writing = { ...byCommandLine(nowMs), onProgress };
      const { id: providerId } = requireProviderByName(database.writer.db, name);
      const { id, changedOffers } = await applyProvider(database, { providerId, fields }, writing);
      const json = { version: id, changedOffers, published: publish };
      if (!publish) {
        return { lines: [`Version ${id} is ready. To publish it: npm run watea -- coverage publish ${id}`], json };
      }
      const { outcome } = await publishVersion(database, id, writing);
      if (outcome !== 'published') throw new Refusal(`Something else was published meanwhile: look at version ${id}.`);
      await tidyCoverage(database, writing);
      return { lines: [`Version ${id} is published.`], json };
    },
  );
}

function change(
  { database, nowMs }: CommandContext,
  work: (db: Db, by: ReturnType<typeof byCommandLine>) => string,
): CommandResult {
  const { db } = database.writer;
  const sentence = db.transaction((tx) => work(tx, byCommandLine(nowMs)), { behavior: 'immediate' });
  return { lines: [sentence], json: { done: sentence } };
}
