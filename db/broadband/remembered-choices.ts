import type { Db } from '#db/client.ts';
import { and, desc, eq, inArray } from '#db/drizzle.ts';
import type { RememberedProposal } from '#lib/broadband/import/inspection.ts';
import { type CoverageChoices, coverageChoices, isAnythingChosen } from '#lib/broadband/import/mapping/choices.ts';
import { parseText } from '#lib/broadband/import/offers/field-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { providerIdsOf } from './providers.ts';
import { coverageChoice, coverageDelivery, provider } from './schema.ts';

/** How many sets of columns are remembered for a provider. */
const keptOfProvider = 20;

/**
 * What was chosen for earlier files with exactly these columns: by one provider, or by all if they chose the same.
 *
 * @param columns their names, in any order
 * @param ofProvider the provider of the file, if that is known before it is read
 * @returns undefined without earlier choices, or if providers chose differently and the provider is not known
 */
export function getRememberedChoices(
  db: Db,
  columns: readonly string[],
  ofProvider: string | undefined,
): RememberedProposal | undefined {
  const rows = db
    .select({ name: provider.name, usedAt: coverageChoice.usedAt, choices: coverageChoice.choices })
    .from(coverageChoice)
    .innerJoin(provider, eq(provider.id, coverageChoice.providerId))
    .where(
      and(
        eq(coverageChoice.columns, signatureOf(columns)),
        ofProvider === undefined ? undefined : eq(provider.foldedName, foldName(ofProvider)),
      ),
    )
    .orderBy(desc(coverageChoice.usedAt))
    .all();
  const [latest, ...others] = rows;
  if (latest === undefined) return undefined;
  const chosen = JSON.stringify(latest.choices);
  if (others.some(({ choices }) => JSON.stringify(choices) !== chosen)) return undefined;
  // fields that no longer exist must not come back with old choices
  const parsed = coverageChoices.safeParse(latest.choices);
  if (!parsed.success) return undefined;
  return { providers: rows.map(({ name }) => name), usedAt: latest.usedAt, choices: parsed.data };
}

/** Remembers what was chosen for a file of these providers, for their next one. */
export function rememberChoices(
  db: Db,
  providerNames: readonly string[],
  columnNames: readonly string[],
  choices: CoverageChoices,
  nowMs: number,
): void {
  if (!isAnythingChosen(choices)) return;
  const columns = signatureOf(columnNames);
  for (const providerId of providerIdsOf(db, providerNames)) {
    db.insert(coverageChoice)
      .values({ providerId, columns, choices, usedAt: nowMs })
      .onConflictDoUpdate({
        target: [coverageChoice.providerId, coverageChoice.columns],
        set: { choices, usedAt: nowMs },
      })
      .run();
    forgetOldChoices(db, providerId);
  }
}

function forgetOldChoices(db: Db, providerId: number): void {
  const ofProvider = eq(coverageChoice.providerId, providerId);
  const old = db
    .select({ columns: coverageChoice.columns })
    .from(coverageChoice)
    .where(ofProvider)
    .orderBy(desc(coverageChoice.usedAt))
    .offset(keptOfProvider)
    .limit(keptOfProvider);
  db.delete(coverageChoice)
    .where(and(ofProvider, inArray(coverageChoice.columns, old)))
    .run();
}

function signatureOf(columns: readonly string[]): string {
  return JSON.stringify([...columns].sort());
}

/** The name of the layer if the file has a usable one, otherwise the file's name without its endings. */
export function layerNameOf(layerName: string | undefined, fileName: string): string {
  const own = parseText(layerName ?? '');
  if (own.ok && own.value !== '') return own.value;
  return fileName
    .replace(/\.gz$/i, '')
    .replace(/\.(geojson[ls]?|json|ndjson|jsonl)$/i, '')
    .normalize('NFC');
}

/** The delivery name of a provider's layer: the one that a person last gave it, otherwise the layer's name. */
export function deliveryOf(db: Db, providerName: string, layerName: string): string {
  const remembered = db
    .select({ delivery: coverageDelivery.delivery })
    .from(coverageDelivery)
    .innerJoin(provider, eq(provider.id, coverageDelivery.providerId))
    .where(and(eq(provider.foldedName, foldName(providerName)), eq(coverageDelivery.layerName, layerName)))
    .get();
  return remembered?.delivery ?? layerName;
}

/** Remembers the name that a person gave to the layer of these providers, for their next file. */
export function rememberDelivery(db: Db, providerNames: readonly string[], layerName: string, delivery: string): void {
  for (const providerId of providerIdsOf(db, providerNames)) {
    db.insert(coverageDelivery)
      .values({ providerId, layerName, delivery })
      .onConflictDoUpdate({ target: [coverageDelivery.providerId, coverageDelivery.layerName], set: { delivery } })
      .run();
  }
}
