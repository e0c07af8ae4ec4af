import type { VersionDetails } from '#db/broadband/version-details.ts';
import { lossWords } from '#lib/words/areas.ts';
import { outdatedWords, versionWords } from '#lib/words/coverage/coverage.ts';

/** What an editor should know before publishing a version. */
export function NextStep({ details }: { readonly details: VersionDetails }) {
  const { version, isOutdated, publishedId, losses } = details;
  if (version.publishedAt !== null) return null;
  if (isOutdated) {
    return (
      <p>
        {outdatedWords({ versionId: version.id, baseId: version.baseId, publishedId })} It is not lost: “Rebuild and
        publish” makes its changes again on {versionWords(publishedId)} and publishes the result.
      </p>
    );
  }
  if (losses === undefined) {
    return <p>How much it takes away is being measured. If you publish it before, that is measured first.</p>;
  }
  if (losses.length === 0) return null;
  return (
    <p>
      <strong>Publishing it takes away {lossWords(losses)}.</strong> You confirm that by typing the technology’s name.
    </p>
  );
}
