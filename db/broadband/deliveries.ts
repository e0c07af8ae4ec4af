import { coverageDelivery, provider } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { parseText } from '#lib/broadband/import/offers/field-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { providerIdsOf } from './provider-names.ts';

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
