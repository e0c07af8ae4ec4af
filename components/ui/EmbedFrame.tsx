'use client';

import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { RichMessage } from '#components/language/RichMessage.tsx';
import { inLanguage } from '#lib/messages/language.ts';
import styles from './EmbedFrame.module.css';
import frame from './SiteFrame.module.css';

interface EmbedFrameProps {
  /** A line that concerns the whole page. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/** Around a page in a frame of another site: no header, and the way to the page that stands by itself. */
export function EmbedFrame({ banner, children }: EmbedFrameProps) {
  const language = useLanguage();
  // the page's address changes with every question, without the page being made anew
  const [address, setAddress] = useState(inLanguage('/', language));
  useEffect(() => setAddress(wholePage()), []);
  return (
    <div className={frame.frame}>
      <header>{banner}</header>
      <main className={frame.main}>{children}</main>
      <footer className={styles.footer}>
        <a
          href={address}
          target="_blank"
          rel="noopener"
          onClick={(event) => {
            event.currentTarget.href = wholePage();
          }}
        >
          <RichMessage message="share.whole-site" values={{ name: <span lang="mi">Wātea</span> }} />
        </a>
      </footer>
    </div>
  );
}

/** The address of the same question outside of a frame. */
function wholePage(): string {
  const { pathname, search, hash } = window.location;
  const path = pathname.startsWith('/embed/') ? pathname.replace('/embed', '/availability') : '/';
  return `${path}${search}${hash}`;
}
