import { type AppliedFacts, applyProvider } from '#flows/broadband/apply-provider.ts';
import { providerApplication } from '#flows/broadband/provider-changes.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { JobContext } from './runner.ts';

/** Makes a version in which a provider's published offers have its current details. */
export async function applyProviderToPublished(context: JobContext): Promise<JobOutcome> {
  const { database, actor, nowMs, report, finishWithin } = context;
  const writing = { nowMs, actor, onProgress: report };
  const applied = await applyProvider(database, providerApplication.parse(context.parameters), writing, (db, made) =>
    finishWithin(db, outcomeOf(made)),
  );
  return outcomeOf(applied);
}

function outcomeOf({ id, baseId, provider, changedOffers }: AppliedFacts): JobOutcome {
  return { code: 'provider-applied', id, baseId, provider, changedOffers };
}
