import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { insertKey } from '#db/access/keys.ts';
import { getAllowedNetwork, insertNetwork } from '#db/access/networks.ts';
import { deleteRegistrar, insertRegistrar } from '#db/access/registrars.ts';
import { deleteUser, getUserByEmail, insertUser } from '#db/access/users.ts';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { deleteUnusedProviders } from '#db/broadband/providers.ts';
import { getPublishedId, layersOf, versionsWithLayers } from '#db/broadband/versions.ts';
import type { Connection, Connections, Db } from '#db/client.ts';
import {
  deleteMarks,
  deleteState,
  hasDemonstration,
  insertDomains,
  insertListedName,
  mark,
  marked,
  namesWithStates,
  statesOf,
} from '#db/demonstration/marks.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { getList } from '#db/places/lists.ts';
import { writePrivateFile } from '#db/private-file.ts';
import { deleteListedNames, recordListed } from '#db/registry/listed-names.ts';
import { forgetMissing } from '#db/registry/missing-names.ts';
import { forgetReleased } from '#db/registry/release-witness.ts';
import { appendWitness, getWitnessKey } from '#db/registry/witness-log.ts';
import { deleteAreaSet, listAreaSets } from '#db/statistics/area-sets.ts';
import { transact } from '#db/transaction.ts';
import { buildVersion, type NewLayer, type PlacedParts, type VersionPlan } from '#flows/broadband/build-version.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { deleteVersion } from '#flows/broadband/remove-version.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { removeList, replaceList } from '#flows/places/import-places.ts';
import { storeAreas, storedArea } from '#flows/statistics/import-areas.ts';
import { measureStatistics } from '#flows/statistics/measure-statistics.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '#lib/access/keys/api-key.ts';
import { demonstrationAddresses } from '#lib/demonstration/addresses.ts';
import { demonstrationAreaSet, demonstrationAreas } from '#lib/demonstration/areas.ts';
import { type DemonstrationLayer, demonstrationCoverage } from '#lib/demonstration/coverage.ts';
import { demonstrationDomains, demonstrationListedNames } from '#lib/demonstration/domains.ts';
import type { RankedPlace } from '#lib/places/place.ts';
import { towns } from '#lib/places/towns.ts';
import type { NameState } from '#lib/registry/import/comparison.ts';
import { EntryCollector, sealOfState } from '#lib/registry/witness/entries.ts';
import { nameHasher } from '#lib/registry/witness/name-hash.ts';

const registrarName = 'Demonstration registrar';
const userEmail = 'demonstration@watea.example';
const loopback = ['127.0.0.0/8', '::1/128'];
const note = 'demonstration data';

/** The text of the demonstration key, as long as the database has demonstration data. */
export function readDemonstrationKey(databaseFile: string): string | undefined {
  try {
    return readFileSync(keyFile(databaseFile), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Adds the demonstration data: names in every status, coverage in every technology, towns and addresses to search for, areas
 * with figures, a registrar that allows loopback, and a user with a key. Adding them twice changes nothing.
 *
 * @returns whether anything was added
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
    try {
      writePrivateFile(keyFile(databaseFile), `${key}\n`);
      await transact(writer, (db) => {
        seedNames(db, nowMs);
        seedAccess(db, key, nowMs);
      });
    } catch (fault) {
      rmSync(keyFile(databaseFile), { force: true });
      throw fault;
    }
  }
  // an earlier run may have been interrupted between the steps
  await seedDemonstrationPlaces(writer, nowMs);
  const hasCoverage = marked(writer.db, 'layer').length > 0;
  if (!hasCoverage) {
    const layers = await seedDemonstrationCoverage(connections, { nowMs });
    await transact(writer, (db) => mark(db, 'layer', layers));
  }
  await seedDemonstrationAreas(writer, nowMs);
  return isNew || !hasCoverage;
}

function seedNames(db: Db, nowMs: number): void {
  const revision = readGeneration(db, 'register').value + 1;
  const invented = demonstrationDomains(nowMs);
  // a name that has been in the register belongs to somebody
  const taken = namesWithStates(db, namesOf(invented));
  const added = invented.filter(({ name }) => !taken.has(name));
  insertDomains(db, added, revision);
  mark(db, 'domain', namesOf(added));
  appendStates(
    db,
    revision,
    added.map(({ name, ...state }) => [name, state]),
  );
  const listed = demonstrationListedNames.filter((name) => insertListedName(db, name, note));
  recordListed(db, listed);
  mark(db, 'listed name', namesOf(listed));
  setGeneration(db, 'register', revision, nowMs);
}

const namesOf = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name);

function seedAccess(db: Db, key: string, nowMs: number): void {
  const registrarId = insertRegistrar(db, { name: registrarName }, nowMs);
  mark(db, 'registrar', [registrarId]);
  for (const network of loopback) {
    // somebody may have allowed loopback already; it then stays theirs
    if (getAllowedNetwork(db, network) !== undefined) continue;
    insertNetwork(db, { registrarId, network, note }, nowMs);
  }
  const userId = getUserByEmail(db, userEmail)?.id ?? insertUser(db, { email: userEmail }, nowMs);
  mark(db, 'user', [userId]);
  insertKey(db, { userId, hash: hashApiKey(key), prefix: apiKeyPrefix(key), label: note }, nowMs);
}

/**
 * Removes exactly what `seedDemonstration` added.
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
  // first: nobody needs their figures again without the addresses
  await transact(writer, removeDemonstrationAreas);
  await removeDemonstrationPlaces(writer, nowMs);
  await removeDemonstrationCoverage(connections, marked(writer.db, 'layer').map(Number), { nowMs });
  await transact(writer, (db) => {
    removeNames(db, marked(db, 'domain'), nowMs);
    deleteListedNames(db, marked(db, 'listed name'));
    for (const id of marked(db, 'registrar')) deleteRegistrar(db, Number(id), nowMs);
    for (const id of marked(db, 'user')) deleteUser(db, Number(id), nowMs);
    deleteMarks(db);
  });
  rmSync(keyFile(databaseFile), { force: true });
  return true;
}

/**
 * Removes every published state of these names, including those that release jobs made. States that a register file made
 * since stay: they have another date of registration.
 */
function removeNames(db: Db, names: readonly string[], nowMs: number): void {
  const { value: published } = readGeneration(db, 'register');
  const left: [string, NameState][] = [];
  for (const name of names) {
    const states = statesOf(db, name).filter(({ revision }) => revision <= published);
    const invented = states[0]?.registered;
    const isTheirs = states.some(({ registered }) => registered !== null && registered !== invented);
    for (const { revision, registered, cancelled } of states) {
      if (isTheirs && registered !== invented) continue;
      deleteState(db, name, revision);
      if (registered !== null && cancelled !== null) forgetReleased(db, revision, { name, registered, cancelled });
    }
    left.push([name, statesOf(db, name).findLast(({ revision }) => revision <= published) ?? gone]);
  }
  appendStates(db, published + 1, left);
  forgetMissing(db, names);
  setGeneration(db, 'register', published + 1, nowMs);
}

const gone: NameState = { registered: null, cancelled: null, freeAt: null };

/** Records the states of names for the second witness of the register. */
function appendStates(db: Db, revision: number, states: readonly (readonly [string, NameState])[]): void {
  const hash = nameHasher(getWitnessKey({ db }).key);
  const collector = new EntryCollector();
  for (const [name, state] of states) collector.add(hash(name), sealOfState(state), state);
  const { value: previous } = readGeneration(db, 'register');
  appendWitness(db, { log: 'register', revision, whole: false, previous }, collector.sorted());
}

function keyFile(databaseFile: string): string {
  return `${databaseFile}.demonstration-key`;
}

/** Makes the demonstration's towns and addresses searchable, each unless a list of its kind was imported. */
async function seedDemonstrationPlaces(writer: Connection, nowMs: number): Promise<void> {
  for (const [list, places] of [
    ['gazetteer', demonstrationTowns()],
    ['addresses', demonstrationAddresses()],
  ] as const) {
    if (getList(writer, list) !== undefined) continue;
    const sha256 = createHash('sha256').update(JSON.stringify(places)).digest('hex');
    await replaceList(writer, list, places, { source: 'demonstration data', nowMs, sha256: () => sha256 });
  }
}

const demonstrationTowns = () =>
  towns.map(
    ({ name, latitude, longitude, isMaori }, rank): RankedPlace => ({
      name,
      detail: 'Town',
      latitude,
      longitude,
      isMaori,
      isServed: true,
      rank,
    }),
  );

/** Makes figures of invented areas, unless areas were imported, or these were removed since. */
async function seedDemonstrationAreas(writer: Connection, nowMs: number): Promise<void> {
  if (marked(writer.db, 'area set').length > 0 || listAreaSets(writer).length > 0) return;
  const areas = demonstrationAreas().map(storedArea);
  const set = { name: demonstrationAreaSet, source: note, sha256: '', attribution: note, importedAt: nowMs };
  await transact(writer, (db) => mark(db, 'area set', [storeAreas(db, set, areas).id]));
  const published = getPublishedId(writer.db);
  if (published !== undefined) await measureStatistics(writer, published, { nowMs });
}

/** Removes the invented areas and their figures, unless areas of a file have taken their name. */
function removeDemonstrationAreas(db: Db): void {
  const ids = new Set(marked(db, 'area set').map(Number));
  for (const { id, source } of listAreaSets({ db })) if (ids.has(id) && source === note) deleteAreaSet(db, id);
}

/** Removes the demonstration's towns and addresses, but no list that was imported since. */
async function removeDemonstrationPlaces(writer: Connection, nowMs: number): Promise<void> {
  for (const list of ['gazetteer', 'addresses'] as const) {
    if (getList(writer, list)?.isDemonstration === true) await removeList(writer, list, nowMs);
  }
}

const delivery = 'demonstration data';

/**
 * Publishes the invented coverage in addition to what is published.
 *
 * @returns the ids of its layers
 */
async function seedDemonstrationCoverage(connections: Connections, writing: CoverageWriting): Promise<number[]> {
  const layers = demonstrationCoverage();
  const baseId = getPublishedId(connections.writer.db);
  const keptLayerIds = layersOf(connections.writer.db, baseId).map(({ id }) => id);
  const plan = { baseId, keptLayerIds, newLayers: layers.map(newLayer), note: delivery };
  const content: PlacedParts[] = layers.flatMap(({ offers }, layer) =>
    offers.map(({ parts }, offer) => ({ layer, offer, parts })),
  );
  return await buildAndPublish(connections, plan, content, writing);
}

/**
 * Publishes the published coverage without these layers, and deletes every version that could bring them back, and the
 * invented providers unless something else belongs to them.
 */
async function removeDemonstrationCoverage(
  connections: Connections,
  layerIds: readonly number[],
  writing: CoverageWriting,
): Promise<void> {
  const { db } = connections.writer;
  const baseId = getPublishedId(db);
  const published = layersOf(db, baseId).map(({ id }) => id);
  const keptLayerIds = published.filter((id) => !layerIds.includes(id));
  if (keptLayerIds.length < published.length) {
    const plan = { baseId, keptLayerIds, newLayers: [], note: 'without the demonstration data' };
    await buildAndPublish(connections, plan, [], { ...writing, isLossConfirmed: true });
  }
  // newest first: a version cannot be deleted while a waiting one is made on it
  for (const id of versionsWithLayers(db, layerIds)) await deleteVersion(connections, id, writing);
  const names = [...new Set(demonstrationCoverage().map(({ provider }) => provider))];
  await transact(connections.writer, (inner) => deleteUnusedProviders(inner, names));
}

/** @returns the ids of the new layers */
async function buildAndPublish(
  connections: Connections,
  plan: VersionPlan,
  content: readonly PlacedParts[],
  writing: CoverageWriting,
): Promise<number[]> {
  const { writer } = connections;
  const { id, layerIds } = await withCoverageLock(writer, writing.nowMs, () =>
    buildVersion(writer, plan, content, writing),
  );
  await publishVersion(connections, id, writing);
  await completeVersion(writer, id, writing);
  return [...layerIds];
}

function newLayer({ technology, provider: name, url, wholesaleNetwork, offers }: DemonstrationLayer): NewLayer {
  const parts = offers.flatMap((offer) => offer.parts);
  return {
    technology,
    provider: { name, url, wholesaleNetwork },
    delivery,
    source: delivery,
    sha256: '',
    bytes: 0,
    vertices: parts.flat().reduce((sum, ring) => sum + ring.length / 2, 0),
    parts: parts.length,
    offers: offers.map(({ parts: _parts, ...fields }) => ({ ...fields, url, wholesaleNetwork })),
  };
}
