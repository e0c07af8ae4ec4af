import { type Command, InvalidArgumentError } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext } from '#cli/command-line.ts';
import { type IfUnchanged, ifUnchanged, nameOption, option, seenOf, wholeNumber } from '#cli/options.ts';
import { revisionOf, revisionsOf } from '#db/audit/last-changes.ts';
import {
  getTechnology,
  listTechnologies,
  requireTechnologyByName,
  technologiesInUse,
} from '#db/broadband/technologies.ts';
import {
  addTechnology,
  changeTechnology,
  highestSetId,
  reorderTechnologies,
  retireTechnology,
  reviveTechnology,
  technologyOrder,
} from '#flows/broadband/technology-changes.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import { counted } from '#lib/counted.ts';
import { defaultColour } from '#lib/tiles/picture/palette.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

interface DetailOptions extends IfUnchanged {
  readonly nominal?: number;
  /** Empty: the default of its `set_id`. */
  readonly colour?: string;
}

/** `technologies …`: what broadband is delivered by; each has a result in every answer (N4). */
export function addTechnologyCommands(program: Command): void {
  const technologies = program
    .command('technologies')
    .description('the technologies of broadband: add, list, rename, change, reorder, retire');
  addListing(technologies);
  addAdding(technologies);
  addChanging(technologies);
  addReordering(technologies);
  addRetiring(technologies);
}

function addListing(technologies: Command): void {
  act(technologies.command('list').description('all technologies, in order'), ({ database }) => {
    const revisions = revisionsOf(database.reader, 'technology');
    const orderRevision = revisionOf(database.reader, technologyOrder);
    const rows = listTechnologies(database.reader).map((row) => ({
      ...row,
      revision: revisions.get(String(row.id)) ?? 0,
      orderRevision,
    }));
    const lines = rows.map(({ name, setId, nominalMaxMbps, colour, publishedOffers, retiredAt }) =>
      [
        `${setId}\t${name}\t${nominalMaxMbps.toLocaleString('en-NZ')} Mbps nominal`,
        colour ?? `${defaultColour(setId)} (default)`,
        retiredAt === null ? counted(publishedOffers, 'published offer') : 'retired',
      ].join('\t'),
    );
    return { lines, json: rows.map((row) => ({ ...row, retiredAt: isoAuckland(row.retiredAt) })) };
  });
}

function addAdding(technologies: Command): void {
  act<{ nominal: number; colour?: string; setId?: number }>(
    technologies
      .command('add')
      .description('add a technology; every answer has it within a second')
      .argument('<name>', 'its name in answers, such as Satellite', nameOption)
      .requiredOption(
        '--nominal <mbps>',
        'its nominal maximum speed, which orders answers where nobody offers it',
        option(parseSpeed),
      )
      .option('--colour <#rrggbb>', 'its colour on maps', colourOption)
      .option(
        '--set-id <number>',
        'the number of its tile layer; the next one when left out',
        wholeNumber(highestSetId),
      ),
    async ({ database: { writer }, nowMs }, { nominal, colour = '', setId }, name = '') => {
      const given = { name, nominalMaxMbps: nominal, colour: colour || null, setId };
      const id = await addTechnology(writer, given, byCommandLine(nowMs));
      const added = getTechnology(writer, id);
      return { lines: [`${name} is added; its set_id is ${added?.setId}.`], json: added };
    },
  );
}

function addChanging(technologies: Command): void {
  act(
    technologies
      .command('rename')
      .description('give a technology another name; answers have it within a second')
      .argument('<name>', 'its name')
      .argument('<new name>', 'its new name', nameOption)
      .addOption(ifUnchanged()),
    async (context, options: IfUnchanged, name = '', newName = '') => {
      const details = { name: newName, seen: seenOf(options) };
      return await changed(context, name, details, `${name} is now called ${newName}.`);
    },
  );
  act<DetailOptions>(
    technologies
      .command('change')
      .description('change a technology’s nominal maximum or colour')
      .argument('<name>', 'its name')
      .option('--nominal <mbps>', 'its nominal maximum', option(parseSpeed))
      .option('--colour <#rrggbb>', 'its colour on maps; "default" for the one of its set_id', colourOption)
      .addOption(ifUnchanged()),
    async (context, { nominal, colour, ...options }, name = '') => {
      const details = {
        seen: seenOf(options),
        ...(nominal === undefined ? {} : { nominalMaxMbps: nominal }),
        ...(colour === undefined ? {} : { colour: colour || null }),
      };
      return await changed(context, name, details, `${name} is changed.`);
    },
  );
}

async function changed(
  { database: { writer }, nowMs }: CommandContext,
  name: string,
  details: Omit<Parameters<typeof changeTechnology>[1], 'id'>,
  sentence: string,
) {
  const { id } = requireTechnologyByName(writer.db, name);
  await changeTechnology(writer, { id, ...details }, byCommandLine(nowMs));
  return { lines: [sentence], json: getTechnology(writer, id) };
}

function addReordering(technologies: Command): void {
  act(
    technologies
      .command('reorder')
      .description('change the order of the technologies in lists and legends')
      .argument('<names...>', 'each technology in use, once, in the new order')
      .addOption(ifUnchanged()),
    async ({ database: { writer }, nowMs }, options: IfUnchanged, ...names: string[]) => {
      const ids = names.map((name) => requireTechnologyByName(writer.db, name).id);
      await reorderTechnologies(writer, { record: ids, seen: seenOf(options) }, byCommandLine(nowMs));
      const inOrder = technologiesInUse(writer).map(({ name }) => name);
      return { lines: [`The order is ${inOrder.join(', ')}.`], json: inOrder };
    },
  );
}

function addRetiring(technologies: Command): void {
  const commands = [
    [
      'retire',
      'retire a technology without published offers',
      retireTechnology,
      'is retired; answers no longer have it',
    ],
    ['revive', 'bring back a retired technology', reviveTechnology, 'is back in every answer'],
  ] as const;
  for (const [name, description, change, done] of commands) {
    act(
      technologies.command(name).description(description).argument('<name>', 'its name').addOption(ifUnchanged()),
      async ({ database: { writer }, nowMs }, options: IfUnchanged, technology = '') => {
        const { id } = requireTechnologyByName(writer.db, technology);
        await change(writer, { record: id, seen: seenOf(options) }, byCommandLine(nowMs));
        return { lines: [`${technology} ${done}.`], json: getTechnology(writer, id) };
      },
    );
  }
}

/** Empty for the default: commander does not pass on null. */
function colourOption(text: string): string {
  if (text === 'default') return '';
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new InvalidArgumentError('It must be written as #rrggbb, such as #3f64f9.');
  return text.toLowerCase();
}
