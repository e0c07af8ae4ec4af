import { coverageDelivery, provider } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { parseText } from '#lib/broadband/import/offers/field-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';

/** The layer's own name where the file tells a usable one, else the file's without its endings. */
export function layerNameOf(layerName: string | undefined, fileName: string): string {
  const told = parseText(layerName ?? '');
  if (told.ok && told.value !== '') return told.value;
  return fileName
    .replace(/\.gz$/i, '')
    .replace(/\.(geojson[ls]?|json|ndjson|jsonl)$/i, '')
    .normalize('NFC');
}

/** The delivery name of a provider's layer in a file: the one that it was last given by hand, else the layer's name. */
export function deliveryOf(db: Db, providerName: string, layerName: string): string {
  const remembered = db
    .select({ delivery: coverageDelivery.delivery })
    .from(coverageDelivery)
    .innerJoin(provider, eq(provider.id, coverageDelivery.providerId))
    .where(and(eq(provider.foldedName, foldName(providerName)), eq(coverageDelivery.layerName, layerName)))
    .get();
  return remembered?.delivery ?? layerName;
}

/** Keeps the name that somebody gave to these providers' layer, for the next file of theirs. */
export function rememberDelivery(db: Db, providerNames: readonly string[], layerName: string, delivery: string): void {
  db.transaction(
    (tx) => {
      for (const name of new Set(providerNames.map(foldName))) {
        const known = tx.select({ id: provider.id }).from(provider).where(eq(provider.foldedName, name)).get();
        if (known === undefined) continue;
        tx.insert(coverageDelivery)
          .values({ providerId: known.id, layerName, delivery })
          .onConflictDoUpdate({
            target: [coverageDelivery.providerId, coverageDelivery.layerName],
            set: { delivery },
          })
          .run();
      }
    },
    { behavior: 'immediate' },
  );
}
