import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { readCsvFile } from '#cli/csv-file.ts';
import { wholeNumber } from '#cli/options.ts';
import { listAllowedNetworks } from '#db/access/networks.ts';
import { allowForRegistrarNamed, importNetworks, removeNetworkNamed } from '#flows/access/networks.ts';
import { highestLimit } from '#lib/fields.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

/** `allow add|import|list|remove`: the addresses from which each registrar may call (R11). */
export function addAllowCommands(program: Command): void {
  const allow = program.command('allow').description('the addresses from which each registrar may call');

  act(
    allow
      .command('add')
      .description('let a registrar in from an address or network')
      .argument('<cidr>', 'an address or network, such as 192.0.2.7 or 2001:db8::/32')
      .requiredOption('--registrar <name>', 'the registrar; added if new')
      .option('--note <text>', 'a note for staff about this network', '')
      .option('--per-second <n>', "the registrar's limit of requests a second", wholeNumber(highestLimit)),
    async ({ database, nowMs }, options: { registrar: string; note: string; perSecond?: number }, cidr = '') => {
      const { registrar, note, perSecond } = options;
      const given = { network: cidr, registrar, note, perSecond };
      const allowed = await allowForRegistrarNamed(database.writer, given, byCommandLine(nowMs));
      return { lines: [`${allowed.network} is allowed for ${allowed.registrar}.`], json: allowed };
    },
  );

  act(
    allow
      .command('import')
      .description('allow the networks of a CSV file with the columns network,registrar and, optionally, note')
      .argument('<file>'),
    async ({ database, nowMs }, _options: object, file = '') => {
      const given = readCsvFile(file, ['network', 'registrar'], ['note']);
      const rows = given.rows.map(({ line, values }) => ({ line, values: { note: '', ...values } }));
      const added = await importNetworks(database.writer, { ...given, rows }, byCommandLine(nowMs));
      return { lines: [added === 1 ? '1 network was added.' : `${added} networks were added.`], json: { added } };
    },
  );

  act(allow.command('list').description('all networks by registrar'), ({ database }) => {
    const rows = listAllowedNetworks(database.reader).map(
      ({ id: _, registrarId: _id, enabled: _enabled, ...row }) => row,
    );
    const lines = rows.map(
      ({ network, registrar, note, validFrom, validUntil, perSecond }) =>
        `${network}\t${registrar}${perSecond === null ? '' : ` (${perSecond}/s)`}${period(validFrom, validUntil)}${note === '' ? '' : `\t${note}`}`,
    );
    return {
      lines:
        lines.length > 0 ? lines : ['Nobody is allowed yet: add a network with "allow add CIDR --registrar NAME".'],
      json: rows,
    };
  });

  act(
    allow.command('remove').description('take a network off the allowlist').argument('<cidr>'),
    async ({ database, nowMs }, _options: object, cidr = '') => {
      const network = await removeNetworkNamed(database.writer, cidr, byCommandLine(nowMs));
      return { lines: [`${network} is no longer allowed.`], json: { network } };
    },
  );
}

function period(from: number | null, until: number | null): string {
  if (from === null && until === null) return '';
  const start = from === null ? '' : ` from ${formatAuckland(from)}`;
  const end = until === null ? '' : ` until ${formatAuckland(until)}`;
  return ` (valid${start}${end})`;
}
