import type { VersionDetails } from '#db/broadband/version-details.ts';
import { lossWords } from '#lib/words/areas.ts';

/** What an editor should know before publishing a version. */
export function NextStep({ details }: { readonly details: VersionDetails }) {
  const { version, isOutdated, losses } = details;
  if (isOutdated) {
    return (
      <p>
        Another version has been published since this one was made, so it must be rebuilt: its changes are made again on
        the published version. Then you can check and publish them.
      </p>
    );
  }
  if (losses === undefined || losses.length === 0 || version.publishedAt !== null) return null;
  return (
    <p>
      <strong>Publishing it takes away {lossWords(losses)}.</strong> You confirm that by typing the technology’s name.
    </p>
  );
}
