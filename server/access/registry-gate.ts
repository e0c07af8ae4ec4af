import { readAllowlist } from '#db/access/networks.ts';
import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { Allowlist } from '#lib/access/allowlist.ts';
import { registrarPerSecond } from '#lib/access/limit/defaults.ts';
import type { Policy } from '#lib/access/limit/policy.ts';
import { parseNetwork } from '#lib/access/network.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { processWide } from '#lib/process-wide.ts';
import { type Admission, admissionOf, refusalOf } from './admission.ts';
import { limits } from './limits.ts';

/** A registrar as its requests are counted. */
interface Account {
  readonly subject: string;
  readonly policy: Policy;
}

interface Gate {
  readonly allowlist: Allowlist;
  readonly accounts: ReadonlyMap<number, Account>;
}

const gate = () =>
  processWide('registry-gate', () => new GenerationCache<Gate>('allowlist', buildGate)).get(connections().reader);

function buildGate(connection: Parameters<typeof readAllowlist>[0]): Gate {
  const rows = readAllowlist(connection);
  const accounts = new Map<number, Account>();
  const entries = rows.map((row) => {
    const parsed = parseNetwork(row.network);
    if (!parsed.ok) throw new Error(`The allowlist holds ${row.network}, which is no network.`);
    const policy = limits().policy(row.perSecond ?? registrarPerSecond, null);
    accounts.set(row.registrarId, { subject: `registrar:${row.registrarId}`, policy });
    return { ...row, network: parsed.network };
  });
  return { allowlist: new Allowlist(entries), accounts };
}

/** Lets a registrar in by its address, within its limit (R11, B6); otherwise gives the 403 or 429 that refuses. */
export function admitRegistrar(exchange: Exchange): Admission | Promise<Admission> {
  const { caller } = exchange;
  if (!caller.known) return refusalOf(caller.limitKey, refused(exchange));
  const nowMs = now();
  const { allowlist, accounts } = gate();
  const entry = allowlist.getEntry(caller.address, nowMs);
  const account = entry === undefined ? undefined : accounts.get(entry.registrarId);
  if (entry === undefined || account === undefined) return refusalOf(caller.limitKey, refused(exchange));
  exchange.subject = account.subject;
  exchange.accountId = entry.registrarId;
  return andThen(limits().takeAccount(account.subject, account.policy, nowMs), admissionOf);
}

function refused({ caller }: Exchange): Answer {
  const help = `write to ${settings().supportEmail}`;
  if (caller.known) {
    return errorAnswer(
      403,
      `Your address ${caller.address.text} is on no registrar's allowlist; to have it added, ${help}.`,
    );
  }
  if (caller.reason === 'proxy-in-front') {
    return errorAnswer(
      403,
      `Your address cannot be known: a proxy stands in front: set TRUSTED_PROXIES. For help, ${help}.`,
    );
  }
  return errorAnswer(
    403,
    `Your address cannot be established, so it is on no registrar's allowlist; for help, ${help}.`,
  );
}
