import type { ApiReason } from '#lib/words/api.ts';
import { readParameters } from './parameters.ts';

/** The values of parameters that may be given once. */
export interface OnlyParameters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
}

/** The named parameters of a query; the reason if one of them is given more than once. Others are ignored (B4). */
export function onlyParameters<Name extends string>(
  query: string,
  names: readonly Name[],
): OnlyParameters<Name> | ApiReason {
  const values: Partial<Record<Name, string>> = {};
  for (const [name, value] of readParameters(query)) {
    const known = names.find((own) => own === name);
    if (known === undefined) continue;
    if (values[known] !== undefined) return { code: 'parameter-repeated', name };
    values[known] = value;
  }
  return { values };
}
