import { parseChoice } from '#lib/broadband/import/field-values.ts';
import { foldName } from '#lib/broadband/import/fold-name.ts';
import { type FieldName, type WholesaleNetwork, wholesaleNetworks } from '#lib/broadband/import/offer-fields.ts';
import { type FieldRules, type ImportProvider, unknownProvider } from '#lib/broadband/import/parse-offer.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Db } from './client.ts';
import type { ImportOptions } from './coverage-import.ts';
import { readTechnologyNames } from './coverage-providers.ts';

/**
 * How the features of a file become offers.
 *
 * @param known the providers that are known, by folded name
 * @throws Refusal where what is to hold for the whole file is not known
 */
export function fieldRules(
  db: Db,
  known: ReadonlyMap<string, ImportProvider>,
  options: Pick<ImportOptions, 'columns' | 'defaults' | 'newProviders'>,
): FieldRules {
  const { columns, defaults, newProviders } = options;
  const technologies = readTechnologyNames(db);
  const added = new Map<string, ImportProvider>();
  const getProvider = (name: string): ImportProvider | undefined => {
    const folded = foldName(name);
    const found = known.get(folded) ?? added.get(folded);
    if (found !== undefined || !newProviders) return found;
    const provider = { name, url: textDefault(defaults, 'url'), wholesaleNetwork: wholesaleDefault(defaults) };
    added.set(folded, provider);
    return provider;
  };
  const rules = { columns, defaults, technologies, getProvider };
  requireKnownDefaults(rules);
  return rules;
}

/** What holds for the whole file is told once, not for each of its features. */
function requireKnownDefaults({ defaults, technologies, getProvider }: FieldRules): void {
  const technology = defaults.get('technology');
  const parsed = technology === undefined ? undefined : parseChoice(technology, technologies);
  if (parsed?.ok === false) throw new Refusal(`The technology ${parsed.reason}.`);
  const provider = defaults.get('provider');
  if (typeof provider === 'string' && getProvider(provider) === undefined)
    throw new Refusal(`${unknownProvider(provider)}.`);
}

function textDefault(defaults: ImportOptions['defaults'], name: FieldName): string {
  const value = defaults.get(name);
  return typeof value === 'string' ? value : '';
}

function wholesaleDefault(defaults: ImportOptions['defaults']): WholesaleNetwork {
  const value = textDefault(defaults, 'wholesale_network');
  return wholesaleNetworks.find((choice) => choice === value) ?? 'No';
}
