import { listProviders } from '#db/broadband/providers.ts';
import type { Connection } from '#db/client.ts';

/** A network provider that people can belong to. */
export interface ProviderChoice {
  readonly value: string;
  readonly label: string;
}

/** The providers in use, by name. */
export function providerChoices(reader: Connection): ProviderChoice[] {
  return listProviders(reader)
    .filter(({ retiredAt }) => retiredAt === null)
    .map(({ id, name }) => ({ value: String(id), label: name }));
}
