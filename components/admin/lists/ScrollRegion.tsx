import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** Names the content for screen readers, which list it among the landmarks of the screen. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A part of a staff screen that scrolls by itself, such as a wide table. Unlike `ScrollGroup` it is a landmark. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
