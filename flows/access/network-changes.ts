import { type AllowedNetwork, getAllowedNetwork } from '#db/access/allowlist.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { asc, eq } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { allowedNetwork, registrar } from '#db/schema.ts';
import type { Authorship } from '#db/write.ts';
import { type Network, parseNetwork } from '#lib/access/network.ts';
import { containsNetwork } from '#lib/access/network-relation.ts';
import { Refusal } from '#lib/refusal.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { sameMinute } from '#lib/time/wall-time-field.ts';

/** A network to allow. It counts from `validFrom` until just before `validUntil` (epoch milliseconds; null: no such end). */
export interface NewNetwork {
  readonly network: Network;
  readonly note: string;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
}

/** A network that stands on the allowlist already. */
export interface StandingNetwork {
  readonly network: Network;
  readonly registrarId: number;
  readonly registrar: string;
}

/** Every network on the allowlist, of disabled registrars too. */
export function standingNetworks(db: Db): StandingNetwork[] {
  return db
    .select({ text: allowedNetwork.network, registrarId: allowedNetwork.registrarId, registrar: registrar.name })
    .from(allowedNetwork)
    .innerJoin(registrar, eq(registrar.id, allowedNetwork.registrarId))
    .all()
    .flatMap(({ text, ...holder }) => {
      const parsed = parseNetwork(text);
      return parsed.ok ? [{ network: parsed.network, ...holder }] : [];
    });
}

/** The networks of other registrars that share addresses with this one; of CIDR networks one always holds the other. */
export function overlapsWithOthers(
  network: Network,
  registrarId: number,
  standing: readonly StandingNetwork[],
): StandingNetwork[] {
  return standing.filter(
    (other) =>
      other.registrarId !== registrarId &&
      (containsNetwork(other.network, network) || containsNetwork(network, other.network)),
  );
}

/** @throws Refusal naming each that is allowed already by its place (`where` counts from 0), and whose it is */
function requireNotAllowed(db: Db, networks: readonly Network[]): void {
  const faults = networks.flatMap(({ text }, at) => {
    const holder = getAllowedNetwork(db, text);
    if (holder === undefined) return [];
    return [{ where: String(at), message: `${text} is allowed already, for ${holder.registrar}.` }];
  });
  if (faults.length > 0) throw new Refusal('Nothing was added: some networks are allowed already.', faults);
}

/** Allows networks for a registrar, all or none. @throws Refusal as `requireNotAllowed` */
export function addNetworks(
  db: Db,
  holder: { readonly id: number; readonly name: string },
  added: readonly NewNetwork[],
  { actor, nowMs }: Authorship,
): void {
  requireNotAllowed(
    db,
    added.map(({ network }) => network),
  );
  for (const entry of added) {
    const { network, ...rest } = entry;
    db.insert(allowedNetwork)
      .values({ registrarId: holder.id, network: network.text, ...rest, createdAt: nowMs })
      .run();
    const subject = `${network.text} of ${holder.name}`;
    recordChange(db, { actor, action: 'network.add', subject, before: null, after: recorded(rest) }, nowMs);
  }
  if (added.length > 0) bumpGeneration(db, 'allowlist', nowMs);
}

/** Changes an entry's note and the time it counts. @throws Refusal when it is gone */
export function changeNetwork(
  db: Db,
  id: number,
  given: Omit<NewNetwork, 'network'>,
  { actor, nowMs }: Authorship,
): void {
  const { entry, subject } = requireNetwork(db, id);
  const changed = {
    note: given.note,
    validFrom: sameMinute(entry.validFrom, given.validFrom),
    validUntil: sameMinute(entry.validUntil, given.validUntil),
  };
  const [before, after] = [recorded(entry), recorded(changed)];
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  db.update(allowedNetwork).set(changed).where(eq(allowedNetwork.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
  recordChange(db, { actor, action: 'network.change', subject, before, after }, nowMs);
}

/** Takes an entry off the allowlist and tells which it was. @throws Refusal when it is gone */
export function removeNetwork(db: Db, id: number, { actor, nowMs }: Authorship): AllowedNetwork {
  const { entry, subject } = requireNetwork(db, id);
  db.delete(allowedNetwork).where(eq(allowedNetwork.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
  recordChange(db, { actor, action: 'network.remove', subject, before: recorded(entry), after: null }, nowMs);
  return entry;
}

/** All networks of a registrar as the audit log shows them. */
export function recordedNetworks(db: Db, registrarId: number) {
  return db
    .select()
    .from(allowedNetwork)
    .where(eq(allowedNetwork.registrarId, registrarId))
    .orderBy(asc(allowedNetwork.id))
    .all()
    .map((entry) => ({ network: entry.network, ...recorded(entry) }));
}

function requireNetwork(db: Db, id: number) {
  const found = db
    .select({ entry: allowedNetwork, registrar: registrar.name })
    .from(allowedNetwork)
    .innerJoin(registrar, eq(registrar.id, allowedNetwork.registrarId))
    .where(eq(allowedNetwork.id, id))
    .get();
  if (found === undefined) throw new Refusal('This network is no longer on the allowlist: somebody has removed it.');
  return { entry: found.entry, subject: `${found.entry.network} of ${found.registrar}` };
}

function recorded({ note, validFrom, validUntil }: Omit<NewNetwork, 'network'>) {
  const text = (instant: number | null) => (instant === null ? null : formatAuckland(instant));
  return { note, validFrom: text(validFrom), validUntil: text(validUntil) };
}
