import { State } from '#components/admin/State.tsx';

interface VersionStateProps {
  readonly isPublished: boolean;
  readonly isOutdated: boolean;
  readonly publishedAt: number | null;
}

/** The state of a version. */
export function VersionState({ isPublished, isOutdated, publishedAt }: VersionStateProps) {
  if (isPublished) return <State kind="good">Published</State>;
  if (isOutdated) return <State kind="soon">Outdated</State>;
  return publishedAt === null ? <State kind="soon">Ready</State> : <State kind="plain">Was published</State>;
}
