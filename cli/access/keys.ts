import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { readCsvFile } from '#cli/csv-file.ts';
import { emailAddress, instant, isEmailAddress, wholeNumber } from '#cli/options.ts';
import { findStandingKeys, hasKey, listKeys } from '#db/access/keys.ts';
import type { Db } from '#db/client.ts';
import type { Authorship } from '#db/write.ts';
import { endKey, issueKey, takeOverKey } from '#flows/access/key-changes.ts';
import { createUser, getUserByEmail } from '#flows/access/user-changes.ts';
import { hashApiKey, isApiKeyShape } from '#lib/access/keys/api-key.ts';
import { FaultList, Refusal } from '#lib/refusal.ts';
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
      .description('make a key; its text is shown this once and stored nowhere')
      .addOption(
        new Option('--user <email>', 'whose key it is; made when new').argParser(emailAddress).makeOptionMandatory(),
      )
      .option('--label <text>', 'what the key is for', '')
      .option('--expires <date>', 'from this instant on it is refused', instant)
      .option('--per-second <n>', 'its limit of requests a second', wholeNumber)
      .option('--per-day <n>', 'its limit of requests a day', wholeNumber),
    ({ database, nowMs }, options: IssueOptions) => {
      if (options.expires !== undefined && options.expires <= nowMs) {
        throw new Refusal(`The key would have expired already: ${formatAuckland(options.expires)} is past.`);
      }
      const limits = {
        expiresAt: options.expires ?? null,
        perSecond: options.perSecond ?? null,
        perDay: options.perDay ?? null,
      };
      const by = byCommandLine(nowMs);
      const issued = database.writer.db.transaction(
        (tx) => {
          const user = userOf(tx, options.user, by);
          return issueKey(tx, user, { label: options.label, ...limits, origins: null }, by);
        },
        { behavior: 'immediate' },
      );
      const { id, prefix, text: key } = issued;
      return {
        lines: [key, `Key ${id} (${prefix}…) of ${options.user}. Keep its text now: it is not shown again.`],
        json: { id, key, prefix, user: options.user, label: options.label, ...limits },
      };
    },
  );

  act(
    keys
      .command('import')
      .description('take over keys: a CSV file with the columns user,key,label,expires')
      .argument('<file>'),
    ({ database, nowMs }, _options: object, file = '') => {
      const rows = readCsvFile(file, ['user', 'key', 'label', 'expires']);
      const faults = new FaultList();
      const by = byCommandLine(nowMs);
      database.writer.db.transaction(
        (tx) => {
          for (const row of rows) {
            const fault = row.ok ? importKey(tx, row.values, by) : row.reason;
            if (fault !== undefined) faults.add(row.where, fault);
          }
          faults.refuseIfAny(`${file} was not imported; the keys stay as they were.`);
        },
        { behavior: 'immediate' },
      );
      const imported = rows.length;
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
      lines: lines.length > 0 ? lines : ['There are no keys yet: make one with "keys issue --user EMAIL".'],
      json: rows,
    };
  });

  act(
    keys
      .command('revoke')
      .description('end a key at once')
      .argument('<prefix|id>', 'its first six characters, or its number'),
    ({ database, nowMs }, _options: object, which = '') => {
      const revoked = database.writer.db.transaction(
        (tx) => {
          const byPrefix = findStandingKeys(tx, { prefix: which });
          const found =
            byPrefix.length > 0 || !/^\d{1,15}$/.test(which) ? byPrefix : findStandingKeys(tx, { id: Number(which) });
          const [key, ...others] = found;
          if (key === undefined) throw new Refusal(`There is no standing key ${which}; "keys list" shows them.`);
          if (others.length > 0) {
            throw new Refusal(
              `${found.length} keys begin with ${which}: revoke by number, ${found.map(({ id }) => id).join(' or ')}.`,
            );
          }
          endKey(tx, key.id, byCommandLine(nowMs));
          return key;
        },
        { behavior: 'immediate' },
      );
      return { lines: [`Key ${revoked.id} (${revoked.prefix}…) of ${revoked.user} is revoked.`], json: revoked };
    },
  );
}

/** The user with this e-mail address, made when there is none. */
function userOf(db: Db, email: string, by: Authorship): { id: number; email: string } {
  const details = { email, name: '', organisation: '', note: '' };
  return getUserByEmail(db, email) ?? { id: createUser(db, details, by), email };
}

/** Takes a key over; gives the reason when it cannot. The key's own text is never repeated (B8). */
function importKey(db: Db, values: Readonly<Record<string, string>>, by: Authorship): string | undefined {
  const { user = '', key = '', label = '', expires = '' } = values;
  if (!isEmailAddress(user)) return `user: "${user}" is not an e-mail address.`;
  if (!isApiKeyShape(key)) return 'key: a key has 20 to 64 characters, letters A–Z, a–z and digits only.';
  if (hasKey(db, hashApiKey(key))) return 'key: this one is there already.';
  const parsed = expires === '' ? undefined : parseTimestamp(expires);
  if (parsed?.valid === false) return `expires: "${expires}" ${parsed.reason}.`;
  const expiresAt = parsed === undefined ? null : parsed.epochSeconds * 1000;
  const terms = { label, expiresAt, perSecond: null, perDay: null, origins: null };
  takeOverKey(db, userOf(db, user, by), key, terms, by);
  return undefined;
}

function stateOf(key: { expiresAt: number | null; revokedAt: number | null }, nowMs: number): string {
  if (key.revokedAt !== null) return `revoked ${formatAuckland(key.revokedAt)}`;
  if (key.expiresAt === null) return 'stands';
  return key.expiresAt <= nowMs
    ? `expired ${formatAuckland(key.expiresAt)}`
    : `stands until ${formatAuckland(key.expiresAt)}`;
}
