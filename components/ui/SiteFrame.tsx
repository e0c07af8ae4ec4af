import type { ReactNode } from 'react';
import { SiteFooter } from './SiteFooter.tsx';
import styles from './SiteFrame.module.css';
import { SiteHeader } from './SiteHeader.tsx';

interface SiteFrameProps {
  /** A line above the page. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/** Header, page and footer; on a wide screen exactly as high as the window, so that a map can fill the rest. */
export function SiteFrame({ banner, children }: SiteFrameProps) {
  return (
    <div className={styles.frame}>
      <SiteHeader />
      {banner}
      <main className={styles.main}>{children}</main>
      <SiteFooter />
    </div>
  );
}
