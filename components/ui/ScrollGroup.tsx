import type { ReactNode } from 'react';

interface ScrollGroupProps {
  /** Names the content for screen readers; several groups of a page may have the same. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A part of a public page that scrolls by itself, such as a wide table. It is no landmark: a page may have many. */
export function ScrollGroup({ label, className, children }: ScrollGroupProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={label} className={className} tabIndex={0}>
      {children}
    </div>
  );
}
