import { technologiesInUse } from '#db/broadband/technologies.ts';
import type { Db } from '#db/client.ts';
import type { FieldChoices } from '#lib/broadband/import/mapping/choices.ts';
import { isBlank, parseChoice, parseSpeed } from '#lib/broadband/import/offers/field-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import {
  type FieldName,
  type SpeedField,
  speedFields,
  type WholesaleNetwork,
  wholesaleNetworks,
} from '#lib/broadband/import/offers/offer-fields.ts';
import type { FieldRules, ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';
import { reversedSpeeds } from '#lib/broadband/import/offers/speeds.ts';
import { Refusal } from '#lib/refusal.ts';

/**
 * How the features of a file become offers.
 *
 * @param known the known providers, by folded name
 * @param newProviders whether other providers are added, or which
 * @throws Refusal for an unknown technology or provider that was chosen for the whole file
 */
export function fieldRules(
  db: Db,
  known: ReadonlyMap<string, ImportProvider>,
  { columns, defaults, values }: FieldChoices,
  newProviders: boolean | readonly string[],
): FieldRules {
  const named = typeof newProviders === 'boolean' ? undefined : new Set(newProviders.map(foldName));
  const isAdded = (folded: string) => named?.has(folded) ?? newProviders === true;
  const technologies = technologiesInUse({ db }).map(({ name }) => name);
  const added = new Map<string, ImportProvider>();
  const getProvider = (name: string): ImportProvider | undefined => {
    const folded = foldName(name);
    const found = known.get(folded) ?? added.get(folded);
    if (found !== undefined || !isAdded(folded)) return found;
    const provider = { name, url: textDefault(defaults, 'url'), wholesaleNetwork: wholesaleDefault(defaults) };
    added.set(folded, provider);
    return provider;
  };
  const isKnownProvider = (name: string) => known.has(foldName(name));
  const rules = { columns, defaults, values, technologies, getProvider, isKnownProvider };
  requireKnownDefaults(rules);
  requirePossibleSpeeds(defaults);
  return rules;
}

/** A value for the whole file is refused once, not for each of its features. */
function requireKnownDefaults({ defaults, technologies, getProvider }: FieldRules): void {
  const technology = defaults.get('technology');
  const parsed = technology === undefined ? undefined : parseChoice(technology, technologies);
  if (parsed?.ok === false) throw new Refusal({ ...parsed.reason, of: { field: 'technology' } });
  const provider = defaults.get('provider');
  if (typeof provider === 'string' && getProvider(provider) === undefined)
    throw new Refusal({ code: 'provider-unknown', name: provider });
}

/** The same for speeds: one that cannot be, or a lowest above the highest. */
function requirePossibleSpeeds(defaults: FieldChoices['defaults']): void {
  const speeds = new Map<SpeedField, number>();
  for (const field of speedFields) {
    const value = defaults.get(field);
    if (value === undefined || isBlank(value)) continue;
    const parsed = parseSpeed(value);
    if (!parsed.ok) throw new Refusal({ ...parsed.reason, of: { field } });
    speeds.set(field, parsed.value);
  }
  const [reversed] = reversedSpeeds((field) => speeds.get(field));
  if (reversed !== undefined) throw new Refusal(reversed);
}

function textDefault(defaults: FieldChoices['defaults'], name: FieldName): string {
  const value = defaults.get(name);
  return typeof value === 'string' ? value : '';
}

function wholesaleDefault(defaults: FieldChoices['defaults']): WholesaleNetwork {
  const value = textDefault(defaults, 'wholesale_network');
  return wholesaleNetworks.find((choice) => choice === value) ?? 'No';
}
