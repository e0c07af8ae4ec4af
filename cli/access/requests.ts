import { type Command, Option } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, type CommandResult, UsageError } from '#cli/command-line.ts';
import { type IfUnchanged, ifUnchanged, instant, seenOf, wholeNumber } from '#cli/options.ts';
import { getRegistrarByName } from '#db/access/registrars.ts';
import { linksToPassOn } from '#db/access/requests/links.ts';
import { type AccessRequest, getRequest, pageOfRequests } from '#db/access/requests/requests.ts';
import { revisionsOf } from '#db/audit/last-changes.ts';
import { approveKey, approveNetworks, declineRequest } from '#flows/access/requests/decide.ts';
import { type Mailing, passOnLink } from '#flows/access/requests/mailing.ts';
import { type RequestState, requestStates } from '#lib/access/requests.ts';
import { settings } from '#lib/env.ts';
import { highestLimit } from '#lib/fields.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { isoAuckland, spaced } from '#lib/time/auckland.ts';

interface ApproveOptions extends IfUnchanged {
  readonly label: string;
  readonly expires?: number;
  readonly perSecond?: number;
  readonly perDay?: number;
  readonly registrar?: string;
  readonly newRegistrar?: true;
  readonly yesOverlaps?: true;
}

interface DeclineOptions extends IfUnchanged {
  readonly reason: string;
}

const mostListed = 1000;
const requestNumber = wholeNumber(Number.MAX_SAFE_INTEGER);

/** `requests list|approve|decline|links`: keys and networks that people ask for on the pages for developers. */
export function addRequestCommands(program: Command): void {
  const requests = program
    .command('requests')
    .description('keys and networks that people ask for on the pages for developers');
  act<{ state?: RequestState }>(
    requests
      .command('list')
      .description('what people ask for, newest first')
      .addOption(new Option('--state <state>', 'only these').choices(requestStates)),
    list,
  );
  act<ApproveOptions>(
    requests
      .command('approve')
      .description('approve a request: a key, which the link in the mail shows once, or networks')
      .argument('<number>', 'its number in the list', requestNumber)
      .option('--label <text>', 'what the key is for', '')
      .option('--expires <date>', 'when the key expires', instant)
      .option(
        '--per-second <n>',
        'the limit of requests a second of the key or the new registrar',
        wholeNumber(highestLimit),
      )
      .option('--per-day <n>', 'the limit of requests a day of the key', wholeNumber(highestLimit))
      .option('--registrar <name>', 'whose networks they are')
      .option('--new-registrar', 'add the registrar if it does not exist')
      .option('--yes-overlaps', 'allow networks that overlap those of other registrars')
      .addOption(ifUnchanged()),
    approve,
  );
  act<DeclineOptions>(
    requests
      .command('decline')
      .description('decline a request')
      .argument('<number>', 'its number in the list', requestNumber)
      .requiredOption('--reason <text>', 'why, which is mailed')
      .addOption(ifUnchanged()),
    decline,
  );
  act(
    requests.command('links').description('show the links that could not be mailed, each time with new links'),
    links,
  );
}

function mailing(): Mailing {
  const { baseUrl, notifications } = settings();
  return { baseUrl, isMailSet: notifications.mail !== undefined };
}

function list({ database: { reader } }: CommandContext, { state }: { state?: RequestState }): CommandResult {
  const query = { sort: 'came', descending: true, page: 1, pageSize: mostListed, search: '', state } as const;
  const { rows, total } = pageOfRequests(reader, query);
  const revisions = revisionsOf(reader, 'request');
  const listed = rows.map(({ id, kind, name, email, organisation, purpose, networks, createdAt, ...row }) => ({
    request: id,
    kind,
    state: row.state,
    received: isoAuckland(createdAt),
    name,
    email,
    organisation,
    purpose,
    networks: networks.split('\n').filter((line) => line !== ''),
    reason: row.reason,
    decidedBy: row.decidedBy,
    decided: isoAuckland(row.decidedAt),
    revision: revisions.get(String(id)) ?? 0,
  }));
  const lines = listed.map(({ request, kind, state: word, received, name, email, organisation }) =>
    [request, kind, word, spaced(received), `${name} <${email}>`, organisation].join('\t'),
  );
  if (total > rows.length)
    lines.push(
      `… ${total.toLocaleString('en-NZ')} in all; the newest ${rows.length.toLocaleString('en-NZ')} are listed.`,
    );
  return { lines: lines.length > 0 ? lines : ['Nobody has asked yet.'], json: listed };
}

async function approve(context: CommandContext, options: ApproveOptions, number = ''): Promise<CommandResult> {
  const request = required(getRequest(context.database.reader, Number(number)), { code: 'request-gone' });
  await (request.kind === 'key' ? approveAsKey : approveAsNetworks)(context, request, options);
  const words = request.kind === 'key' ? 'a link shows the key once' : 'the networks may call within a second';
  return { lines: [`Request ${number} is approved: ${words}.`], json: { request: Number(number), kind: request.kind } };
}

async function approveAsKey(
  { database, nowMs }: CommandContext,
  { id }: AccessRequest,
  { label, expires, perSecond, perDay, registrar, newRegistrar, ...options }: ApproveOptions,
): Promise<void> {
  if (registrar !== undefined || newRegistrar)
    throw new UsageError('This request is for a key, which has no registrar.');
  const limits = { perSecond: perSecond ?? null, perDay: perDay ?? null };
  const terms = { label, expiresAt: expires ?? null, ...limits, origins: null, scopes: null };
  const given = { id, ...terms, seen: seenOf(options), mailing: mailing() };
  await approveKey(database.writer, given, byCommandLine(nowMs));
}

async function approveAsNetworks(
  { database, nowMs }: CommandContext,
  { id }: AccessRequest,
  { registrar, newRegistrar, yesOverlaps, perSecond, ...options }: ApproveOptions,
): Promise<void> {
  if (registrar === undefined) throw new UsageError('Give --registrar, and --new-registrar if it is new.');
  const known = getRegistrarByName(database.reader.db, registrar);
  if (known === undefined && !newRegistrar) throw new Refusal({ code: 'no-such-registrar', name: registrar });
  const owner = { registrarId: known?.id ?? null, newRegistrar: known === undefined ? registrar : '' };
  const checked = { areOverlapsConfirmed: yesOverlaps === true, perSecond: perSecond ?? null };
  const given = { id, ...owner, ...checked, seen: seenOf(options), mailing: mailing() };
  await approveNetworks(database.writer, given, byCommandLine(nowMs));
}

async function decline(
  { database, nowMs }: CommandContext,
  { reason, ...options }: DeclineOptions,
  number = '',
): Promise<CommandResult> {
  const given = { id: Number(number), reason, seen: seenOf(options), mailing: mailing() };
  await declineRequest(database.writer, given, byCommandLine(nowMs));
  return { lines: [`Request ${number} is declined.`], json: { request: Number(number) } };
}

async function links({ database, nowMs }: CommandContext): Promise<CommandResult> {
  const { baseUrl } = mailing();
  const shown: { email: string; purpose: string; link: string; expires: string }[] = [];
  for (const { tokenHash, email, purpose, expiresAt } of linksToPassOn(database.reader, nowMs)) {
    const link = await passOnLink(database.writer, { link: tokenHash, baseUrl }, byCommandLine(nowMs));
    shown.push({ email, purpose, link, expires: isoAuckland(expiresAt) });
  }
  const lines = shown.map(({ email, purpose, link }) => [email, purpose, link].join('\t'));
  return { lines: lines.length > 0 ? lines : ['No links wait to be passed on.'], json: shown };
}
