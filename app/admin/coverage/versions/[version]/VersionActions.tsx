import { RollBackButton, VersionButtons } from '#app/admin/coverage/VersionButtons.tsx';
import type { VersionDetails } from '#db/broadband/version-details.ts';
import { confirmationOf } from '#lib/broadband/measure/large-loss.ts';
import { lossWords } from '#lib/words/areas.ts';

/** What an editor can do with a version on its page. */
export function VersionActions({ details }: { readonly details: VersionDetails }) {
  const { version, isPublished, isOutdated, losses } = details;
  if (isPublished) return <RollBackButton versionId={version.id} isProminent />;
  return (
    <VersionButtons
      versionId={version.id}
      isOutdated={isOutdated}
      losses={lossWords(losses)}
      typed={confirmationOf(losses)}
      canDelete={false}
      isProminent
    />
  );
}
