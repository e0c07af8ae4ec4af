import { z } from 'zod';
import { carriedFields } from '#db/broadband/provider-offers.ts';
import { type AppliedFacts, applyProvider } from '#flows/broadband/apply-provider.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { JobContext } from './runner.ts';

const parameters = z.object({ providerId: z.number(), fields: z.array(z.enum(carriedFields)) });

export type ProviderApplyParameters = z.input<typeof parameters>;

/** Makes a version in which a provider's published offers carry what is said of it now. */
export async function applyProviderToPublished(context: JobContext): Promise<JobOutcome> {
  const { database, actor, nowMs, report, finishWithin } = context;
  const writing = { nowMs, actor, onProgress: report };
  const applied = await applyProvider(database, parameters.parse(context.parameters), writing, (db, made) =>
    finishWithin(db, outcomeOf(made)),
  );
  return outcomeOf(applied);
}

function outcomeOf({ id, baseId, provider, changedOffers }: AppliedFacts): JobOutcome {
  return { code: 'provider-applied', id, baseId, provider, changedOffers };
}
