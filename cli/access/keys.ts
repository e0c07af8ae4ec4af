import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { type CsvRow, readCsvFile } from '#cli/csv-file.ts';
import { emailAddress, instant, wholeNumber } from '#cli/options.ts';
import { listKeys } from '#db/access/keys.ts';
import { importKeys, issueKeyByEmail, revokeKeyNamed } from '#flows/access/keys.ts';
import { highestLimit } from '#lib/fields.ts';
import type { Fault } from '#lib/refusal.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';

interface IssueOptions {
  readonly user: string;
  readonly label: string;
  readonly expires?: number;
  readonly perSecond?: number;
  readonly perDay?: number;
}

/** `keys issue|import|list|revoke`: who may ask about broadband (N11). */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('the keys of the broadband service');

  act(
    keys
      .command('issue')
      .description('issue a key; its text is shown only once and never stored')
      .addOption(
        new Option('--user <email>', 'whose key it is; added when new').argParser(emailAddress).makeOptionMandatory(),
      )
      .option('--label <text>', 'what the key is for', '')
      .option('--expires <date>', 'from this instant on it is refused', instant)
      .option('--per-second <n>', 'its limit of requests a second', wholeNumber(highestLimit))
      .option('--per-day <n>', 'its limit of requests a day', wholeNumber(highestLimit)),
    async ({ database, nowMs }, { user, label, expires, perSecond, perDay }: IssueOptions) => {
      const limits = { expiresAt: expires ?? null, perSecond: perSecond ?? null, perDay: perDay ?? null };
      const given = { email: user, label, ...limits, origins: null };
      const { id, prefix, text: key } = await issueKeyByEmail(database.writer, given, byCommandLine(nowMs));
      return {
        lines: [key, `Key ${id} (${prefix}…) of ${user}. Keep its text now: it is not shown again.`],
        json: { id, key, prefix, user, label, ...limits },
      };
    },
  );

  act(
    keys
      .command('import')
      .description('take over keys: a CSV file with the columns user,key,label,expires')
      .argument('<file>'),
    async ({ database, nowMs }, _options: object, file = '') => {
      const given = readCsvFile(file, ['user', 'key', 'label', 'expires']);
      const read = given.rows.map(readExpiry);
      const rows = read.filter((row) => 'values' in row);
      const faults = [...given.faults, ...read.filter((row): row is Fault => 'where' in row)];
      const imported = await importKeys(database.writer, { file, rows, faults }, byCommandLine(nowMs));
      return {
        lines: [imported === 1 ? '1 key was imported.' : `${imported} keys were imported.`],
        json: { imported },
      };
    },
  );

  act(keys.command('list').description('all keys, by their first six characters'), ({ database, nowMs }) => {
    const rows = listKeys(database.reader).map((row) => ({ ...row, state: stateOf(row, nowMs) }));
    const lines = rows.map(
      ({ id, prefix, user, label, state }) => `${id}\t${prefix}…\t${user}\t${state}${label === '' ? '' : `\t${label}`}`,
    );
    return {
      lines: lines.length > 0 ? lines : ['There are no keys yet: issue one with "keys issue --user EMAIL".'],
      json: rows,
    };
  });

  act(
    keys
      .command('revoke')
      .description('revoke a key permanently')
      .argument('<prefix|id>', 'its first six characters, or its number'),
    async ({ database, nowMs }, _options: object, which = '') => {
      const revoked = await revokeKeyNamed(database.writer, which, byCommandLine(nowMs));
      return { lines: [`Key ${revoked.id} (${revoked.prefix}…) of ${revoked.user} is revoked.`], json: revoked };
    },
  );
}

/** The row of a key with its expiry as an instant, or what is wrong with that. */
function readExpiry({ line, values: { expires = '', ...values } }: CsvRow) {
  const parsed = expires === '' ? undefined : parseTimestamp(expires);
  if (parsed?.valid === false) {
    const reason = { code: 'worded', sentence: `"${expires}" ${parsed.reason}.` } as const;
    return { where: { field: 'expires', line }, reason };
  }
  return { line, values: { ...values, expiresAt: parsed === undefined ? null : parsed.epochSeconds * 1000 } };
}

function stateOf(key: { expiresAt: number | null; revokedAt: number | null }, nowMs: number): string {
  if (key.revokedAt !== null) return `revoked ${formatAuckland(key.revokedAt)}`;
  if (key.expiresAt === null) return 'active';
  return key.expiresAt <= nowMs
    ? `expired ${formatAuckland(key.expiresAt)}`
    : `active until ${formatAuckland(key.expiresAt)}`;
}
