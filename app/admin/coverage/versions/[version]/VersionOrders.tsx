import { RollBackButton, VersionButtons } from '#app/admin/coverage/VersionButtons.tsx';
import type { VersionDetails } from '#db/broadband/version-details.ts';
import { confirmationOf } from '#lib/broadband/measure/large-loss.ts';
import { lossWords } from '#lib/broadband/measure/large-loss-words.ts';

/** What an editor can do with a version from its own page. */
export function VersionOrders({ details }: { readonly details: VersionDetails }) {
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
