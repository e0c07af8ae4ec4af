import type { VersionDetails } from '#db/broadband/version-details.ts';
import { lossWords } from '#lib/broadband/measure/large-loss-words.ts';

/** What is to be known before a version is published. */
export function NextStep({ details }: { readonly details: VersionDetails }) {
  const { version, isOutdated, losses } = details;
  if (isOutdated) {
    return (
      <p>
        Another version was published since this one was made, so it cannot be published as it is: its changes are made
        anew on what is published now. Then you look at what they change there, and publish them.
      </p>
    );
  }
  if (losses.length === 0 || version.publishedAt !== null) return null;
  return (
    <p>
      <strong>Publishing it takes away {lossWords(losses)}.</strong> That must be confirmed by typing the technology’s
      name.
    </p>
  );
}
