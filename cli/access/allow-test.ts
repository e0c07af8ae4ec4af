import { type Command, InvalidArgumentError } from 'commander';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { entriesHolding } from '#db/access/network-list.ts';
import { parseAddress } from '#lib/access/address.ts';
import { explainAdmission } from '#lib/access/admission.ts';

const address = (text: string) => {
  const parsed = parseAddress(text);
  if (parsed === null) throw new InvalidArgumentError('Write it like 192.0.2.7 or 2001:db8::7.');
  return parsed.text;
};

/** `allow test`: whether the registry API would accept a request from an address now, and by which entry (R11). */
export function addTestCommand(allow: Command): void {
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
