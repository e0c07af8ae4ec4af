import { type Command, InvalidArgumentError } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { nameOption, option, wholeNumber } from '#cli/options.ts';
import { listTechnologies, requireTechnologyByName, technologiesInUse } from '#db/broadband/technologies.ts';
import type { Db } from '#db/client.ts';
import {
  addTechnology,
  changeTechnology,
  reorderTechnologies,
  retireTechnology,
  reviveTechnology,
} from '#flows/broadband/technology-changes.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import { defaultColour } from '#lib/tiles/picture/palette.ts';

interface DetailOptions {
  readonly nominal?: number;
  /** Empty: the default of its `set_id`. */
  readonly colour?: string;
  readonly setId?: number;
}

/** `technologies …`: by which technologies broadband comes; each has a result in every answer (N4). */
export function addTechnologyCommands(program: Command): void {
  const technologies = program
    .command('technologies')
    .description('the technologies of broadband: add, list, rename, change, reorder, retire');
  addListing(technologies);
  addAdding(technologies);
  addChanging(technologies);
  addStanding(technologies);
}

function addListing(technologies: Command): void {
  act(technologies.command('list').description('all technologies, in order'), ({ database }) => {
    const rows = listTechnologies(database.reader);
    const lines = rows.map(({ name, setId, nominalMaxMbps, colour, publishedOffers, retiredAt }) =>
      [
        `${setId}\t${name}\t${nominalMaxMbps} Mbps nominal`,
        colour ?? `${defaultColour(setId)} (default)`,
        retiredAt === null ? `${publishedOffers} published offers` : 'retired',
      ].join('\t'),
    );
    return { lines, json: rows };
  });
}

function addAdding(technologies: Command): void {
  act<Required<Pick<DetailOptions, 'nominal'>> & DetailOptions>(
    technologies
      .command('add')
      .description('add a technology; every answer has it within a second')
      .argument('<name>', 'its name in answers, such as Satellite', nameOption)
      .requiredOption(
        '--nominal <mbps>',
        'its nominal maximum, by which it is ordered where nobody offers it',
        option(parseSpeed),
      )
      .option('--colour <#rrggbb>', 'its colour on maps', colourOption)
      .option(
        '--set-id <number>',
        'the number of its tile layer; the next one when left out',
        wholeNumber(999_999_999),
      ),
    (context, { nominal, colour = '', setId }, name = '') =>
      change(context, (db, by) => {
        addTechnology(db, { name, nominalMaxMbps: nominal, colour: colour || null, setId }, by);
        const added = requireTechnologyByName(db, name);
        return { lines: [`${name} is added; its set_id is ${added.setId}.`], json: added };
      }),
  );
}

function addChanging(technologies: Command): void {
  act(
    technologies
      .command('rename')
      .description('give a technology another name; answers have it within a second')
      .argument('<name>')
      .argument('<new name>', '', nameOption),
    (context, _options: object, name = '', newName = '') =>
      change(context, (db, by) => {
        changeTechnology(db, requireTechnologyByName(db, name).id, { name: newName }, by);
        return { lines: [`${name} is called ${newName} now.`], json: requireTechnologyByName(db, newName) };
      }),
  );
  act<DetailOptions>(
    technologies
      .command('change')
      .description('change a technology’s nominal maximum or colour')
      .argument('<name>')
      .option('--nominal <mbps>', 'its nominal maximum', option(parseSpeed))
      .option('--colour <#rrggbb>', 'its colour on maps; "default" for the one of its set_id', colourOption),
    (context, { nominal, colour }, name = '') =>
      change(context, (db, by) => {
        const details = {
          ...(nominal === undefined ? {} : { nominalMaxMbps: nominal }),
          ...(colour === undefined ? {} : { colour: colour || null }),
        };
        changeTechnology(db, requireTechnologyByName(db, name).id, details, by);
        return { lines: [`${name} is changed.`], json: requireTechnologyByName(db, name) };
      }),
  );
  act(
    technologies
      .command('reorder')
      .description('put the technologies into another order, in lists and legends')
      .argument('<names...>', 'each technology in use, once, in the new order'),
    (context, _options: object, ...names: string[]) =>
      change(context, (db, by) => {
        reorderTechnologies(
          db,
          names.map((name) => requireTechnologyByName(db, name).id),
          by,
        );
        const inOrder = technologiesInUse({ db }).map(({ name }) => name);
        return { lines: [`The order is ${inOrder.join(', ')}.`], json: inOrder };
      }),
  );
}

function addStanding(technologies: Command): void {
  act(
    technologies
      .command('retire')
      .description('take a technology that no published offer uses out of every answer')
      .argument('<name>'),
    (context, _options: object, name = '') =>
      change(context, (db, by) => {
        retireTechnology(db, requireTechnologyByName(db, name).id, by);
        return { lines: [`${name} is retired; no answer has it any more.`], json: requireTechnologyByName(db, name) };
      }),
  );
  act(
    technologies.command('revive').description('bring a retired technology back').argument('<name>'),
    (context, _options: object, name = '') =>
      change(context, (db, by) => {
        reviveTechnology(db, requireTechnologyByName(db, name).id, by);
        return { lines: [`${name} is back in every answer.`], json: requireTechnologyByName(db, name) };
      }),
  );
}

function change(
  { database, nowMs }: CommandContext,
  work: (db: Db, by: ReturnType<typeof byCommandLine>) => CommandResult,
): CommandResult {
  return database.writer.db.transaction((tx) => work(tx, byCommandLine(nowMs)), { behavior: 'immediate' });
}

function colourOption(text: string): string {
  if (text === 'default') return '';
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new InvalidArgumentError('It must be written as #rrggbb, such as #3f64f9.');
  return text.toLowerCase();
}
