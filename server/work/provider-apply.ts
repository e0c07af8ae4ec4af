import { z } from 'zod';
import { applyProvider } from '#db/provider-apply.ts';
import { carriedFields } from '#db/provider-offers.ts';
import type { WorkOutcome } from '#lib/work/outcome.ts';
import type { WorkContext } from './runner.ts';

const parameters = z.object({ providerId: z.number(), fields: z.array(z.enum(carriedFields)) });

export type ProviderApplyParameters = z.input<typeof parameters>;

/** Makes a version in which a provider's published offers carry what is said of it now. */
export async function applyProviderToPublished(context: WorkContext): Promise<WorkOutcome> {
  const { database, actor, nowMs, report } = context;
  const writing = { nowMs, actor, onProgress: report };
  const { id, baseId, provider, changedOffers } = await applyProvider(
    database,
    parameters.parse(context.parameters),
    writing,
  );
  const changed = changedOffers === 1 ? '1 offer carries' : `${changedOffers} offers carry`;
  return {
    sentence: `Coverage version ${id} is ready to be published.`,
    notes: [`It is version ${baseId}, in which ${changed} what is said of ${provider} now.`],
    data: { versionId: id, baseId },
  };
}
