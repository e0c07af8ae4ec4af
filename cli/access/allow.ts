import { type Command, InvalidArgumentError } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { readCsvFile } from '#cli/csv-file.ts';
import { inputFile } from '#cli/given-path.ts';
import { type IfUnchanged, ifUnchanged, seenOf, wholeNumber } from '#cli/options.ts';
import { entriesHolding, listAllowedNetworks } from '#db/access/networks.ts';
import { revisionsOf } from '#db/audit/last-changes.ts';
import { allowForRegistrarNamed, importNetworks, removeNetworkNamed } from '#flows/access/networks.ts';
import { parseAddress } from '#lib/access/address.ts';
import { explainAdmission } from '#lib/access/allowlist.ts';
import { counted } from '#lib/counted.ts';
import { highestLimit } from '#lib/fields.ts';
import { formatAuckland, isoAuckland } from '#lib/time/auckland.ts';

/** What the staff screens ask before they do it. */
interface Confirmations {
  readonly newRegistrar?: boolean;
  readonly yesAllAddresses?: boolean;
}

interface AddOptions extends Confirmations, IfUnchanged {
  readonly registrar: string;
  readonly note: string;
  readonly perSecond?: number;
}

const newRegistrarMeans = 'add the registrar if it does not exist';
const largeMeans = 'allow a network of very many addresses, such as 0.0.0.0/0';

/** `allow add|import|list|test|remove`: the addresses from which each registrar may call (R11). */
export function addAllowCommands(program: Command): void {
  const allow = program.command('allow').description('the addresses from which each registrar may call');
  addAddCommand(allow);
  addImportCommand(allow);
  addListCommand(allow);
  addTestCommand(allow);
  addRemoveCommand(allow);
}

function addAddCommand(allow: Command): void {
  act(
    allow
      .command('add')
      .description('let a registrar in from an address or network')
      .argument('<cidr>', 'an address or network, such as 192.0.2.7 or 2001:db8::/32')
      .requiredOption('--registrar <name>', 'the registrar')
      .option('--new-registrar', newRegistrarMeans)
      .option('--yes-all-addresses', largeMeans)
      .option('--note <text>', 'a note for staff about this network', '')
      .option('--per-second <n>', "the registrar's limit of requests a second", wholeNumber(highestLimit))
      .addOption(ifUnchanged()),
    async ({ database, nowMs }, options: AddOptions, cidr = '') => {
      const { registrar, note, perSecond } = options;
      const given = { network: cidr, registrar, note, perSecond, ...confirmedBy(options), seen: seenOf(options) };
      const allowed = await allowForRegistrarNamed(database.writer, given, byCommandLine(nowMs));
      return { lines: [`${allowed.network} is allowed for ${allowed.registrar}.`], json: allowed };
    },
  );
}

function addImportCommand(allow: Command): void {
  act(
    allow
      .command('import')
      .description('allow the networks of a CSV file with the columns network,registrar and, optionally, note')
      .addArgument(inputFile('the CSV file'))
      .option('--new-registrar', newRegistrarMeans)
      .option('--yes-all-addresses', largeMeans),
    async ({ database, nowMs }, options: Confirmations, file = '') => {
      const given = readCsvFile(file, ['network', 'registrar'], ['note']);
      const confirmed = confirmedBy(options);
      const rows = given.rows.map(({ line, values }) => ({ line, values: { note: '', ...values, ...confirmed } }));
      const added = await importNetworks(database.writer, { ...given, rows }, byCommandLine(nowMs));
      return { lines: [`${counted(added, 'network was', 'networks were')} added.`], json: { added } };
    },
  );
}

function addListCommand(allow: Command): void {
  act(allow.command('list').description('all networks by registrar'), ({ database }) => {
    const [networks, registrars] = [revisionsOf(database.reader, 'network'), revisionsOf(database.reader, 'registrar')];
    const rows = listAllowedNetworks(database.reader).map(({ id, registrarId, enabled: _enabled, ...row }) => ({
      ...row,
      revision: networks.get(String(id)) ?? 0,
      registrarRevision: registrars.get(String(registrarId)) ?? 0,
    }));
    const lines = rows.map(
      ({ network, registrar, note, validFrom, validUntil, perSecond }) =>
        `${network}\t${registrar}${perSecond === null ? '' : ` (${perSecond.toLocaleString('en-NZ')}/s)`}${period(validFrom, validUntil)}${note === '' ? '' : `\t${note}`}`,
    );
    const json = rows.map(({ validFrom, validUntil, ...row }) => ({
      ...row,
      validFrom: isoAuckland(validFrom),
      validUntil: isoAuckland(validUntil),
    }));
    return {
      lines:
        lines.length > 0
          ? lines
          : ['Nobody is allowed yet: add a network with "allow add CIDR --registrar NAME --new-registrar".'],
      json,
    };
  });
}

function addRemoveCommand(allow: Command): void {
  act(
    allow
      .command('remove')
      .description('take a network off the allowlist')
      .argument('<cidr>', 'the network as "allow list" shows it')
      .addOption(ifUnchanged()),
    async ({ database, nowMs }, options: IfUnchanged, cidr = '') => {
      const given = { record: cidr, seen: seenOf(options) };
      const network = await removeNetworkNamed(database.writer, given, byCommandLine(nowMs));
      return { lines: [`${network} is no longer allowed.`], json: { network } };
    },
  );
}

function confirmedBy({ newRegistrar = false, yesAllAddresses = false }: Confirmations) {
  return { addsRegistrar: newRegistrar, isLargeConfirmed: yesAllAddresses };
}

function period(from: number | null, until: number | null): string {
  if (from === null && until === null) return '';
  const start = from === null ? '' : ` from ${formatAuckland(from)}`;
  const end = until === null ? '' : ` until ${formatAuckland(until)}`;
  return ` (valid${start}${end})`;
}

const address = (text: string) => {
  const parsed = parseAddress(text);
  if (parsed === null) throw new InvalidArgumentError('Write it like 192.0.2.7 or 2001:db8::7.');
  return parsed.text;
};

/** `allow test`: whether the registry API would accept a request from an address now, and by which entry (R11). */
function addTestCommand(allow: Command): void {
  act(
    allow
      .command('test')
      .description('say whether a request from an address would be accepted now, and why')
      .argument('<address>', 'an address, such as 192.0.2.7', address),
    testAddress,
  );
}

function testAddress({ database, nowMs }: CommandContext, _options: object, text = ''): CommandResult {
  const parsed = parseAddress(text);
  const holding = parsed === null ? [] : entriesHolding(database.reader, parsed);
  const { by, others } = explainAdmission(holding, nowMs);
  const verdict =
    by === undefined
      ? `${text} is refused: ${others.length === 0 ? 'no network contains it' : 'no active entry contains it'}.`
      : `${text} gets in as ${by.registrar}, through the entry ${by.network}.`;
  const otherLines = others.map(({ entry, state }) => `${entry.network}\t${entry.registrar}\t${state}`);
  return {
    lines: [verdict, ...otherLines],
    json: {
      address: text,
      allowed: by !== undefined,
      registrar: by?.registrar ?? null,
      network: by?.network ?? null,
      others: others.map(({ entry: { network, registrar }, state }) => ({ network, registrar, state })),
    },
  };
}
