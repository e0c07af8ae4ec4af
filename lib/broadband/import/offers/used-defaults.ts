import { getDefaultSpeed } from './default-speeds.ts';
import type { FieldName, SpeedField } from './offer-fields.ts';
import type { ParsedOffer } from './parse-offer.ts';

/** The default speeds of a provider and technology that an import used, each with the number of features that got it. */
export interface DefaultedSpeeds {
  readonly provider: string;
  readonly technology: string;
  readonly speeds: readonly { readonly field: SpeedField; readonly mbps: number; readonly features: number }[];
}

interface Used {
  /** The first offer that got one. */
  readonly offer: ParsedOffer;
  readonly features: Map<SpeedField, number>;
}

/** Counts the default speeds that the features of a file get. */
export class UsedDefaults {
  readonly #used = new Map<string, Used>();

  add(offer: ParsedOffer): void {
    if (offer.defaulted.length === 0) return;
    const key = JSON.stringify([offer.provider.name, offer.technology]);
    const { features } = this.#used.get(key) ?? this.#begin(key, offer);
    for (const field of offer.defaulted) features.set(field, (features.get(field) ?? 0) + 1);
  }

  /** Whether any feature got a default for the field. */
  has(field: FieldName): boolean {
    return [...this.#used.values()].some(({ features }) => [...features.keys()].some((used) => used === field));
  }

  list(): DefaultedSpeeds[] {
    return [...this.#used.values()].map(({ offer: { provider, technology }, features }) => ({
      provider: provider.name,
      technology,
      speeds: [...features].map(([field, count]) => ({
        field,
        features: count,
        mbps: getDefaultSpeed(provider.defaultSpeeds, technology, field) ?? 0,
      })),
    }));
  }

  #begin(key: string, offer: ParsedOffer): Used {
    const begun = { offer, features: new Map<SpeedField, number>() };
    this.#used.set(key, begun);
    return begun;
  }
}
