import { notFound } from 'next/navigation';
import { requireProviderPerson, type Staff } from '#app/admin/guard.ts';
import { getProvider } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';

/** Who is signed in, and the network provider that everything on the page is limited to. */
export interface OwnNetwork {
  readonly staff: Staff;
  readonly own: { readonly id: number; readonly name: string };
}

/** For pages of a provider's people. Redirects everybody else. */
export async function requireOwnNetwork(): Promise<OwnNetwork> {
  const staff = await requireProviderPerson();
  const provider = getProvider(connections().reader, staff.providerId);
  if (provider === undefined) notFound();
  return { staff, own: { id: provider.id, name: provider.name } };
}
