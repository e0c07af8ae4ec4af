import { type Command, InvalidArgumentError, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { readCsvFile } from '#cli/csv-file.ts';
import { inputFile } from '#cli/given-path.ts';
import { emailAddress, type IfUnchanged, ifUnchanged, instant, seenOf, wholeNumber } from '#cli/options.ts';
import { listKeys } from '#db/access/keys.ts';
import { revisionsOf } from '#db/audit/last-changes.ts';
import { importKeys, issueKeyByEmail, requireKeyNamed, revokeKey } from '#flows/access/keys.ts';
import { keyStateOf } from '#lib/access/keys/api-key.ts';
import { type KeyScope, keyScopes, storedScopes } from '#lib/access/keys/scopes.ts';
import { counted } from '#lib/counted.ts';
import { highestLimit } from '#lib/fields.ts';
import type { Fault } from '#lib/refusal.ts';
import { formatAuckland, isoAuckland } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import { addKeyChangeCommands } from './key-changes.ts';

interface IssueOptions {
  readonly user: string;
  readonly label: string;
  readonly expires?: number;
  readonly perSecond?: number;
  readonly perDay?: number;
  readonly scopes?: KeyScope[];
}

/** `keys issue|import|list|change|origins|replace|revoke`: who may use the broadband API (N11). */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('the keys of the broadband API');
  addIssueCommand(keys);
  addImportCommand(keys);
  addKeyChangeCommands(keys);

  act(keys.command('list').description('all keys, each shown by six of its characters'), ({ database, nowMs }) => {
    const revisions = revisionsOf(database.reader, 'key');
    const keysListed = listKeys(database.reader);
    const lines = keysListed.map(({ id, prefix, user, label, scopes, ...ends }) =>
      [
        id,
        `${prefix}…`,
        user,
        stateWords(ends, nowMs),
        ...(scopes === null ? [] : [`only ${scopes.join(', ')}`]),
        ...(label === '' ? [] : [label]),
      ].join('\t'),
    );
    const rows = keysListed.map(({ createdAt, expiresAt, revokedAt, ...row }) => ({
      ...row,
      state: keyStateOf({ expiresAt, revokedAt }, nowMs),
      created: isoAuckland(createdAt),
      expires: isoAuckland(expiresAt),
      revoked: isoAuckland(revokedAt),
      revision: revisions.get(String(row.id)) ?? 0,
    }));
    return {
      lines: lines.length > 0 ? lines : ['There are no keys yet: issue one with "keys issue --user EMAIL".'],
      json: rows,
    };
  });

  act(
    keys
      .command('revoke')
      .description('revoke a key permanently')
      .argument('<prefix|id>', 'its six characters after "watea" (of older keys: the first six), or its number')
      .addOption(ifUnchanged()),
    async ({ database, nowMs }, options: IfUnchanged, which = '') => {
      const { id, prefix, user } = requireKeyNamed(database.reader, which);
      await revokeKey(database.writer, { record: id, seen: seenOf(options) }, byCommandLine(nowMs));
      return { lines: [`Key ${id} (${prefix}…) of ${user} is revoked.`], json: { id, prefix, user } };
    },
  );
}

function addIssueCommand(keys: Command): void {
  act(
    keys
      .command('issue')
      .description('issue a key; its text is shown only once and never stored')
      .addOption(
        new Option('--user <email>', 'the owner of the key; added if new')
          .argParser(emailAddress)
          .makeOptionMandatory(),
      )
      .option('--label <text>', 'what the key is for', '')
      .option('--expires <date>', 'when it expires', instant)
      .option('--per-second <n>', 'its limit of requests a second', wholeNumber(highestLimit))
      .option('--per-day <n>', 'its limit of requests a day', wholeNumber(highestLimit))
      .option(
        '--scopes <list>',
        `what it may be used for, of ${keyScopes.join(',')}; everything if omitted`,
        scopeList,
      ),
    async ({ database, nowMs }, { user, label, expires, perSecond, perDay, scopes }: IssueOptions) => {
      const limits = { perSecond: perSecond ?? null, perDay: perDay ?? null };
      const expiresAt = expires ?? null;
      const given = { email: user, label, expiresAt, ...limits, origins: null, scopes: scopes ?? null };
      const { id, prefix, text: key } = await issueKeyByEmail(database.writer, given, byCommandLine(nowMs));
      const terms = { expires: isoAuckland(expiresAt), ...limits, scopes: storedScopes(given.scopes) };
      return {
        lines: [key, `Key ${id} (${prefix}…) of ${user}. Keep its text now: it is not shown again.`],
        json: { id, key, prefix, user, label, ...terms },
      };
    },
  );
}

function scopeList(text: string): KeyScope[] {
  const given = text.split(',').map((word) => word.trim());
  const known = keyScopes.filter((scope) => given.includes(scope));
  if (known.length === new Set(given).size) return known;
  throw new InvalidArgumentError(`It must be a list of ${keyScopes.join(', ')}, with commas between them.`);
}

function addImportCommand(keys: Command): void {
  act(
    keys
      .command('import')
      .description('import keys from a CSV file with the columns user,key,label,expires')
      .addArgument(inputFile('the CSV file')),
    async ({ database, nowMs }, _options: object, file = '') => {
      const given = readCsvFile(file, ['user', 'key', 'label', 'expires']);
      const faults = [...given.faults];
      const rows = given.rows.flatMap(({ line, values: { expires = '', ...values } }) => {
        const expiresAt = readExpiry(line, expires, (fault) => faults.push(fault));
        return expiresAt === undefined ? [] : [{ line, values: { ...values, expiresAt } }];
      });
      const imported = await importKeys(database.writer, { file, rows, faults }, byCommandLine(nowMs));
      return {
        lines: [`${counted(imported, 'key was', 'keys were')} imported.`],
        json: { imported },
      };
    },
  );
}

/** The instant at which a key expires, null for never; undefined after `refuse` was called with the fault of the text. */
function readExpiry(line: number, text: string, refuse: (fault: Fault) => void): number | null | undefined {
  if (text === '') return null;
  const parsed = parseTimestamp(text);
  if (parsed.valid) return parsed.epochSeconds * 1000;
  refuse({ where: { field: 'expires', line }, reason: { code: 'not-a-timestamp', text, why: parsed.fault } });
  return undefined;
}

function stateWords(key: { expiresAt: number | null; revokedAt: number | null }, nowMs: number): string {
  if (key.revokedAt !== null) return `revoked ${formatAuckland(key.revokedAt)}`;
  if (key.expiresAt === null) return 'active';
  return key.expiresAt <= nowMs
    ? `expired ${formatAuckland(key.expiresAt)}`
    : `active until ${formatAuckland(key.expiresAt)}`;
}
