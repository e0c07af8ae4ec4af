import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { insertKey } from '#db/access/keys.ts';
import { getAllowedNetwork, insertNetwork } from '#db/access/networks.ts';
import { deleteRegistrar, insertRegistrar } from '#db/access/registrars.ts';
import { deleteUser, getUserByEmail, insertUser } from '#db/access/users.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import { demonstration } from '#db/demonstration/schema.ts';
import { and, asc, eq, inArray } from '#db/drizzle.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { forgetMissing } from '#db/registry/missing-names.ts';
import { domain, listedName } from '#db/registry/schema.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '#lib/access/keys/api-key.ts';
import { demonstrationDomains, demonstrationListedNames } from '#lib/demonstration/domains.ts';
import { removeDemonstrationCoverage, seedDemonstrationCoverage } from './coverage.ts';
import { removeDemonstrationPlaces, seedDemonstrationPlaces } from './places.ts';

const registrarName = 'Demonstration registrar';
const userEmail = 'demonstration@watea.example';
const loopback = ['127.0.0.0/8', '::1/128'];

type Kind = 'domain' | 'listed name' | 'registrar' | 'user' | 'layer';

/** Whether the database holds demonstration data. */
export function hasDemonstration({ db }: Connection): boolean {
  return db.select().from(demonstration).limit(1).get() !== undefined;
}

/** The text of the demonstration key, for as long as the demonstration data stand. */
export function readDemonstrationKey(databaseFile: string): string | undefined {
  try {
    return readFileSync(keyFile(databaseFile), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Lays the demonstration data: names in every status, coverage in every technology, towns to search for, a registrar
 * that allows loopback and a user with a key. Laying them twice changes nothing.
 *
 * @returns whether they were laid now
 */
export async function seedDemonstration(
  connections: Connections,
  databaseFile: string,
  nowMs: number,
): Promise<boolean> {
  const { writer } = connections;
  const isNew = !hasDemonstration(writer);
  if (isNew) {
    const key = generateApiKey();
    writeFileSync(keyFile(databaseFile), `${key}\n`, { mode: 0o600 });
    chmodSync(keyFile(databaseFile), 0o600);
    writer.db.transaction(
      (tx) => {
        seedNames(tx, nowMs);
        seedAccess(tx, key, nowMs);
      },
      { behavior: 'immediate' },
    );
  }
  // an earlier run may have been cut off between the two
  await seedDemonstrationPlaces(writer, nowMs);
  const hasCoverage = marked(writer.db, 'layer').length > 0;
  if (!hasCoverage) {
    const layerIds = await seedDemonstrationCoverage(connections, { nowMs });
    mark(writer.db, 'layer', layerIds.map(String));
  }
  return isNew || !hasCoverage;
}

function seedNames(db: Db, nowMs: number): void {
  const revision = readGeneration(db, 'register').value + 1;
  const invented = demonstrationDomains(nowMs);
  // a name that somebody has had in the register is theirs
  const theirs = namesWithStates(
    db,
    invented.map(({ name }) => name),
  );
  const laid = invented.filter(({ name }) => !theirs.has(name)).map((state) => ({ ...state, revision }));
  if (laid.length > 0) db.insert(domain).values(laid).run();
  mark(
    db,
    'domain',
    laid.map(({ name }) => name),
  );
  for (const listed of demonstrationListedNames) {
    const added = db
      .insert(listedName)
      .values({ ...listed, reason: 'demonstration data' })
      .onConflictDoNothing()
      .run();
    if (added.changes > 0) mark(db, 'listed name', [listed.name]);
  }
  setGeneration(db, 'register', revision, nowMs);
}

function seedAccess(db: Db, key: string, nowMs: number): void {
  const registrarId = insertRegistrar(db, { name: registrarName }, nowMs);
  mark(db, 'registrar', [String(registrarId)]);
  for (const network of loopback) {
    // somebody may have allowed loopback already; the address then stays theirs
    if (getAllowedNetwork(db, network) !== undefined) continue;
    insertNetwork(db, { registrarId, network, note: 'demonstration data' }, nowMs);
  }
  const userId = getUserByEmail(db, userEmail)?.id ?? insertUser(db, { email: userEmail }, nowMs);
  mark(db, 'user', [String(userId)]);
  const hash = hashApiKey(key);
  insertKey(db, { userId, hash, prefix: apiKeyPrefix(key), label: 'demonstration data' }, nowMs);
}

/**
 * Removes exactly what `seedDemonstration` laid; everything else stays.
 *
 * @returns whether there was anything to remove
 */
export async function removeDemonstration(
  connections: Connections,
  databaseFile: string,
  nowMs: number,
): Promise<boolean> {
  const { writer } = connections;
  if (!hasDemonstration(writer)) return false;
  await removeDemonstrationPlaces(writer, nowMs);
  await removeDemonstrationCoverage(connections, marked(writer.db, 'layer').map(Number), { nowMs });
  writer.db.transaction(
    (tx) => {
      removeNames(tx, marked(tx, 'domain'), nowMs);
      for (const name of marked(tx, 'listed name')) tx.delete(listedName).where(eq(listedName.name, name)).run();
      for (const id of marked(tx, 'registrar')) deleteRegistrar(tx, Number(id), nowMs);
      for (const id of marked(tx, 'user')) deleteUser(tx, Number(id), nowMs);
      tx.delete(demonstration).run();
    },
    { behavior: 'immediate' },
  );
  rmSync(keyFile(databaseFile), { force: true });
  return true;
}

/**
 * Removes every published state of these names, those that release jobs made of them too, but not what a register file
 * has made of a name since: its date of registration is another.
 */
function removeNames(db: Db, names: readonly string[], nowMs: number): void {
  const { value: published } = readGeneration(db, 'register');
  for (const name of names) {
    const states = statesOf(db, name).filter(({ revision }) => revision <= published);
    const laid = states[0]?.registered;
    const isTheirs = states.some(({ registered }) => registered !== null && registered !== laid);
    for (const { revision, registered } of states) {
      if (isTheirs && registered !== laid) continue;
      db.delete(domain)
        .where(and(eq(domain.name, name), eq(domain.revision, revision)))
        .run();
    }
  }
  forgetMissing(db, names);
  setGeneration(db, 'register', published + 1, nowMs);
}

function statesOf(db: Db, name: string) {
  return db
    .select({ revision: domain.revision, registered: domain.registered })
    .from(domain)
    .where(eq(domain.name, name))
    .orderBy(asc(domain.revision))
    .all();
}

function namesWithStates(db: Db, names: readonly string[]): Set<string> {
  const rows = db
    .selectDistinct({ name: domain.name })
    .from(domain)
    .where(inArray(domain.name, [...names]))
    .all();
  return new Set(rows.map(({ name }) => name));
}

function mark(db: Db, kind: Kind, references: readonly string[]): void {
  if (references.length === 0) return;
  const rows = references.map((reference) => ({ kind, reference }));
  db.insert(demonstration).values(rows).onConflictDoNothing().run();
}

function marked(db: Db, kind: Kind): string[] {
  return db
    .select({ reference: demonstration.reference })
    .from(demonstration)
    .where(eq(demonstration.kind, kind))
    .all()
    .map(({ reference }) => reference);
}

function keyFile(databaseFile: string): string {
  return `${databaseFile}.demonstration-key`;
}
