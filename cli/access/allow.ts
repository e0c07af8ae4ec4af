import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { readCsvFile } from '#cli/csv-file.ts';
import { wholeNumber } from '#cli/options.ts';
import { getAllowedNetwork, getRegistrar, listAllowedNetworks } from '#db/access/allowlist.ts';
import type { Db } from '#db/client.ts';
import type { Authorship } from '#db/write.ts';
import { addNetworks, removeNetwork } from '#flows/access/network-changes.ts';
import { changeRegistrar, createRegistrar } from '#flows/access/registrar-changes.ts';
import { type Network, parseNetwork } from '#lib/access/network.ts';
import { FaultList, Refusal } from '#lib/refusal.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

/** `allow add|import|list|remove`: which addresses each registrar calls from (R11). */
export function addAllowCommands(program: Command): void {
  const allow = program.command('allow').description('which addresses each registrar may call from');

  act(
    allow
      .command('add')
      .description('let a registrar in from an address or network')
      .argument('<cidr>', 'an address or network, such as 192.0.2.7 or 2001:db8::/32')
      .requiredOption('--registrar <name>', 'the registrar; made when it is new')
      .option('--note <text>', 'what staff should know about this network', '')
      .option('--per-second <n>', "the registrar's limit of requests a second", wholeNumber),
    ({ database, nowMs }, options: { registrar: string; note: string; perSecond?: number }, cidr = '') => {
      const network = requireNetwork(cidr);
      const { db } = database.writer;
      const by = byCommandLine(nowMs);
      const registrar = db.transaction((tx) => allowNetwork(tx, network, options, by), { behavior: 'immediate' });
      return {
        lines: [`${network.text} is allowed for ${registrar.name}.`],
        json: { network: network.text, registrar: registrar.name, perSecond: registrar.perSecond },
      };
    },
  );

  act(
    allow
      .command('import')
      .description('let many in: a CSV file with the columns network,registrar and, if you like, note')
      .argument('<file>'),
    ({ database, nowMs }, _options: object, file = '') => {
      const rows = readCsvFile(file, ['network', 'registrar'], ['note']);
      const faults = new FaultList();
      const { db } = database.writer;
      const by = byCommandLine(nowMs);
      db.transaction(
        (tx) => {
          for (const row of rows) {
            const fault = row.ok ? importNetwork(tx, row.values, by) : row.reason;
            if (fault !== undefined) faults.add(row.where, fault);
          }
          faults.refuseIfAny(`${file} was not imported; the allowlist stays as it was.`);
        },
        { behavior: 'immediate' },
      );
      const added = rows.length;
      return { lines: [added === 1 ? '1 network was added.' : `${added} networks were added.`], json: { added } };
    },
  );

  act(allow.command('list').description('all networks by registrar'), ({ database }) => {
    const rows = listAllowedNetworks(database.reader);
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
    ({ database, nowMs }, _options: object, cidr = '') => {
      const network = requireNetwork(cidr).text;
      database.writer.db.transaction(
        (tx) => {
          const entry = getAllowedNetwork(tx, network);
          if (entry === undefined) throw new Refusal(`${network} is not on the allowlist; "allow list" shows what is.`);
          removeNetwork(tx, entry.id, byCommandLine(nowMs));
        },
        { behavior: 'immediate' },
      );
      return { lines: [`${network} is no longer allowed.`], json: { network } };
    },
  );
}

/** Allows what a row says; gives the reason when it cannot. */
function importNetwork(db: Db, values: Readonly<Record<string, string>>, by: Authorship): string | undefined {
  const { network = '', registrar = '', note = '' } = values;
  const parsed = parseNetwork(network);
  if (!parsed.ok) return `network: ${parsed.reason}`;
  try {
    allowNetwork(db, parsed.network, { registrar, note }, by);
    return undefined;
  } catch (fault) {
    if (fault instanceof Refusal) return fault.message;
    throw fault;
  }
}

function requireNetwork(text: string): Network {
  const parsed = parseNetwork(text);
  if (!parsed.ok) throw new Refusal(parsed.reason);
  return parsed.network;
}

/** Allows a network for the registrar of this name, made when it is new; gives it as it stands then. */
function allowNetwork(
  db: Db,
  network: Network,
  options: { registrar: string; note: string; perSecond?: number },
  by: Authorship,
): { name: string; perSecond: number | null } {
  const name = options.registrar.trim();
  if (name === '') throw new Refusal('The name of the registrar is empty.');
  const holder = getAllowedNetwork(db, network.text);
  if (holder !== undefined) throw new Refusal(`${network.text} is already allowed, for ${holder.registrar}.`);
  const known = getRegistrar(db, name);
  const perSecond = options.perSecond ?? known?.perSecond ?? null;
  const id = known?.id ?? createRegistrar(db, { name, contactEmail: '', note: '', perSecond, enabled: true }, by);
  if (known !== undefined && known.perSecond !== perSecond) changeRegistrar(db, known.id, { perSecond }, by);
  const entry = { network, note: options.note, validFrom: null, validUntil: null };
  addNetworks(db, { id, name: known?.name ?? name }, [entry], by);
  return { name: known?.name ?? name, perSecond };
}

function period(from: number | null, until: number | null): string {
  if (from === null && until === null) return '';
  const start = from === null ? '' : ` from ${formatAuckland(from)}`;
  const end = until === null ? '' : ` until ${formatAuckland(until)}`;
  return ` (valid${start}${end})`;
}
