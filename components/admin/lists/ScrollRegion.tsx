import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** Names the content for screen readers. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

// the keyboard scrolls only what has the focus
const reachable = { tabIndex: 0 };

/** A part of a screen that scrolls by itself, such as a wide table. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section className={className} aria-label={label} {...reachable}>
      {children}
    </section>
  );
}
