import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import {
  duration,
  type IfUnchanged,
  ifUnchanged,
  instantOrNever,
  limitOrDefault,
  nullForWord,
  seenOf,
} from '#cli/options.ts';
import { changeKey, replaceKey, requireKeyNamed } from '#flows/access/keys.ts';
import { formatAuckland, isoAuckland } from '#lib/time/auckland.ts';

interface ChangeOptions extends IfUnchanged {
  readonly label?: string;
  readonly expires?: number | 'never';
  readonly perSecond?: number | 'default';
  readonly perDay?: number | 'default';
}

interface ReplaceOptions extends IfUnchanged {
  readonly overlap: number;
  readonly expires?: number | 'never';
}

const dayMs = 86_400_000;
const whichKey = [
  '<prefix|id>',
  'its six characters after "watea" (of older keys: the first six), or its number',
] as const;

/** `keys change|origins|replace`. */
export function addKeyChangeCommands(keys: Command): void {
  act(
    keys
      .command('change')
      .description('change what a key is for, when it expires, or its limits')
      .argument(...whichKey)
      .option('--label <text>', 'what the key is for')
      .option('--expires <date>', 'when it expires, or "never"', instantOrNever)
      .option('--per-second <n>', 'its limit of requests a second, or "default"', limitOrDefault)
      .option('--per-day <n>', 'its limit of requests a day, or "default"', limitOrDefault)
      .addOption(ifUnchanged()),
    change,
  );
  act(
    keys
      .command('origins')
      .description('set the web pages on which a key works; without an origin it works anywhere')
      .argument(...whichKey)
      .argument('[origin...]', 'such as https://example.nz')
      .addOption(ifUnchanged()),
    changeOrigins,
  );
  act(
    keys
      .command('replace')
      .description('issue a new key on the same terms; the old one keeps working for a while')
      .argument(...whichKey)
      .addOption(
        new Option('--overlap <duration>', 'how long the old key keeps working')
          .argParser(duration)
          .default(7 * dayMs, '7d'),
      )
      .option(
        '--expires <date>',
        'when the new key expires, or "never"; the same as the old one if left out',
        instantOrNever,
      )
      .addOption(ifUnchanged()),
    replace,
  );
}

async function change(
  { database, nowMs }: CommandContext,
  { label, expires, perSecond, perDay, ...options }: ChangeOptions,
  which = '',
): Promise<CommandResult> {
  const wanted = {
    label,
    expiresAt: nullForWord(expires),
    perSecond: nullForWord(perSecond),
    perDay: nullForWord(perDay),
  };
  if (Object.values(wanted).every((value) => value === undefined))
    throw new UsageError('Give at least one of --label, --expires, --per-second and --per-day.');
  const { id, prefix, user } = requireKeyNamed(database.reader, which);
  const given = { ...wanted, id, seen: seenOf(options) };
  const { changed, now } = await changeKey(database.writer, given, byCommandLine(nowMs));
  const { expiresAt, origins: _origins, ...terms } = now.fields;
  const words = changed.length === 0 ? 'has these terms already: nothing was changed' : 'is changed';
  return {
    lines: [`Key ${id} (${prefix}…) of ${user} ${words}.`],
    json: { id, prefix, user, ...terms, expires: isoAuckland(expiresAt), revision: now.revision },
  };
}

async function changeOrigins(
  { database, nowMs }: CommandContext,
  options: IfUnchanged,
  which = '',
  ...given: string[]
): Promise<CommandResult> {
  const { id, prefix, user } = requireKeyNamed(database.reader, which);
  const wanted = given.length === 0 ? null : given;
  const { now } = await changeKey(
    database.writer,
    { id, origins: wanted, seen: seenOf(options) },
    byCommandLine(nowMs),
  );
  const { origins } = now.fields;
  const where = origins === null ? 'anywhere' : `on web pages of ${origins.join(', ')} only`;
  return {
    lines: [`Key ${id} (${prefix}…) of ${user} works ${where}.`],
    json: { id, prefix, user, origins, revision: now.revision },
  };
}

async function replace(
  { database, nowMs }: CommandContext,
  { overlap: overlapMs, expires, ...options }: ReplaceOptions,
  which = '',
): Promise<CommandResult> {
  const old = requireKeyNamed(database.reader, which);
  const expiresAt = expires === undefined ? old.expiresAt : (nullForWord(expires) ?? null);
  const given = { id: old.id, overlapMs, expiresAt, seen: seenOf(options) };
  const { id, prefix, text, oldEndsAt } = await replaceKey(database.writer, given, byCommandLine(nowMs));
  const ends = overlapMs === 0 ? 'no longer works' : `works until ${formatAuckland(oldEndsAt)}`;
  return {
    lines: [
      text,
      `Key ${id} (${prefix}…) of ${old.user}. Keep its text now: it is not shown again.`,
      `The old key, ${old.id} (${old.prefix}…), ${ends}.`,
    ],
    json: {
      id,
      key: text,
      prefix,
      user: old.user,
      expires: isoAuckland(expiresAt),
      replaced: { id: old.id, prefix: old.prefix, expires: isoAuckland(oldEndsAt) },
    },
  };
}
