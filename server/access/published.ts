import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { isCoveragePublished, isRegisterPublished } from '#db/publications.ts';
import { processWide } from '#lib/process-wide.ts';
import type { UsageApi } from '#lib/usage/batch.ts';

const published = () =>
  processWide('published', () => ({
    registry: new GenerationCache('register', isRegisterPublished),
    broadband: new GenerationCache('coverage', isCoveragePublished),
  }));

/** Whether an API has data to answer from: a register, or coverage, was published (B10). */
export function isPublished(api: UsageApi): boolean {
  return published()[api].get(connections().reader);
}
