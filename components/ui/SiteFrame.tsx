import type { ReactNode } from 'react';
import { SiteFooter } from './SiteFooter.tsx';
import styles from './SiteFrame.module.css';
import { SiteHeader } from './SiteHeader.tsx';

interface SiteFrameProps {
  /** A line above the page. */
  readonly banner?: ReactNode;
  /** Whether the page scrolls as a whole, instead of being as high as the window. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}

/** Header, page and footer; on a wide screen exactly as high as the window, so that a map can fill the rest. */
export function SiteFrame({ banner, isLong = false, children }: SiteFrameProps) {
  return (
    <div className={styles.frame} data-long={isLong}>
      <SiteHeader />
      {banner}
      <main className={styles.main}>{children}</main>
      <SiteFooter />
    </div>
  );
}
