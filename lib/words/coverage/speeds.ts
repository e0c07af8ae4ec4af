import type { FieldName, SpeedField } from '#lib/broadband/import/offers/offer-fields.ts';
import { listed } from '#lib/words/registry/listed.ts';

/** How people call the speeds of an offer, in a sentence. */
export const speedWords: Readonly<Record<SpeedField, string>> = {
  bandwidth_min_mbps: 'lowest download speed',
  bandwidth_max_mbps: 'highest download speed',
  bandwidth_up_min_mbps: 'lowest upload speed',
  bandwidth_up_max_mbps: 'highest upload speed',
};

/** A provider and a technology, by name. */
export interface ProviderTechnology {
  readonly provider: string;
  readonly technology: string;
}

/** The default speed of a provider for a technology; undefined without one. */
export interface NamedDefault extends ProviderTechnology {
  readonly mbps: number | undefined;
}

/** `950 Mbps`, on one line. */
export const mbpsWords = (speed: number): string => `${speed.toLocaleString('en-NZ')}\u00a0Mbps`;

export function directionOf(field: FieldName): 'download' | 'upload' {
  return field.startsWith('bandwidth_up') ? 'upload' : 'download';
}

/** Who has no default for what: `Kea Net has no default for Wireless`. */
export function lackingWords(lacking: readonly ProviderTechnology[]): string {
  const byProvider = Map.groupBy(lacking, ({ provider }) => provider);
  return [...byProvider]
    .map(([provider, of]) => `${provider} has no default for ${listed(of.map(({ technology }) => technology))}`)
    .join('; ');
}

/** Which speeds an import takes where a file gives none; empty if no provider of the file has a default. */
export function usedDefaultWords(defaults: readonly NamedDefault[]): string {
  const [only, second] = defaults;
  if (defaults.every(({ mbps }) => mbps === undefined) || only === undefined) return '';
  if (second === undefined)
    return `If left empty: ${mbpsWords(only.mbps ?? 0)}, the default of ${only.provider} for ${only.technology}.`;
  const byProvider = [...Map.groupBy(defaults, ({ provider }) => provider)].map(([provider, of]) => {
    const each = of.map(({ technology, mbps }) => `${technology} ${mbps === undefined ? 'none' : mbpsWords(mbps)}`);
    return `of ${provider}: ${listed(each)}`;
  });
  return `If left empty, the defaults ${byProvider.join('; ')}.`;
}
