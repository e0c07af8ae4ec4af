import type { ReactNode } from 'react';
import type { Language } from '#lib/messages/language.ts';
import { type OfferedPages, SiteFooter } from './SiteFooter.tsx';
import styles from './SiteFrame.module.css';
import { SiteHeader } from './SiteHeader.tsx';

interface SiteFrameProps {
  readonly language: Language;
  /** What the site is for. */
  readonly sentence: string;
  /** A line above the page. */
  readonly banner?: ReactNode;
  readonly offered: OfferedPages;
  readonly children: ReactNode;
}

/**
 * Header, page and footer. On a wide screen they are exactly as high as the window, so that a map can fill the rest, unless
 * a part of the page has `data-scrolls="whole"`.
 */
export function SiteFrame({ language, sentence, banner, offered, children }: SiteFrameProps) {
  return (
    <div className={styles.frame}>
      <SiteHeader language={language} sentence={sentence} />
      {banner}
      <main className={styles.main}>{children}</main>
      <SiteFooter {...offered} />
    </div>
  );
}
