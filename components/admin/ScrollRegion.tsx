import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** What is in it, for screen readers. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

// without a mouse, what scrolls can only be scrolled while it has the focus
const reachable = { tabIndex: 0 };

/** A part of a screen that scrolls by itself, such as a wide table. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section className={className} aria-label={label} {...reachable}>
      {children}
    </section>
  );
}
