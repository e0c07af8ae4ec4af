import { prohibitedByRule } from '#lib/registry/names/prohibited-names.ts';

/** The rules that need no list. */
export function ProhibitedByRule() {
  const { labels, macronVariants } = prohibitedByRule();
  return (
    <>
      <p>
        Directly below <b>.nz</b> these labels are prohibited, whatever the list says: {labels.join(', ')}; and every
        spelling of a second-level label with macrons that it does not have. (<span lang="mi">māori.nz</span> is a
        suffix.)
      </p>
      <details>
        <summary>The {macronVariants.length} spellings with macrons</summary>
        <p lang="mi">{macronVariants.join(', ')}</p>
      </details>
    </>
  );
}
