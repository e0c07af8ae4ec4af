import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { confirmationOf } from '#lib/broadband/measure/large-loss.ts';
import { lossWords } from '#lib/words/areas.ts';
import { outdatedWords } from '#lib/words/coverage/coverage.ts';
import { RollBackButton, VersionButtons } from './VersionButtons.tsx';

interface VersionActionsProps {
  readonly id: number;
  readonly baseId: number | null;
  readonly publishedId: number | undefined;
  readonly isPublished: boolean;
  readonly isOutdated: boolean;
  /** Undefined until they are measured: publishing it measures them first. */
  readonly losses: readonly LargeLoss[] | undefined;
  /** What it changes, in a sentence, if that is measured. */
  readonly summary?: string | undefined;
  readonly canDelete: boolean;
  /** Whether the screen is about this version. */
  readonly isProminent?: boolean;
}

/** What an editor can do with a version. */
export function VersionActions({
  id,
  isPublished,
  isOutdated,
  canDelete,
  isProminent,
  summary,
  ...given
}: VersionActionsProps) {
  const { baseId, publishedId } = given;
  const losses = given.losses ?? [];
  const common = { versionId: id, isProminent: isProminent === true };
  if (isPublished) return <RollBackButton {...common} />;
  const typed = confirmationOf(losses);
  const outdated = isOutdated ? outdatedWords({ versionId: id, baseId, publishedId }) : undefined;
  return <VersionButtons {...{ ...common, outdated, losses: lossWords(losses), typed, canDelete, summary }} />;
}
