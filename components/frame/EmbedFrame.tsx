'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { RichMessage } from '#components/language/RichMessage.tsx';
import { inLanguage } from '#lib/messages/language.ts';
import styles from './EmbedFrame.module.css';
import frame from './SiteFrame.module.css';

interface EmbedFrameProps {
  /** A line above the page. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of an embedded page: no header, and a link to the full page. */
export function EmbedFrame({ banner, children }: EmbedFrameProps) {
  const language = useLanguage();
  // the address changes with every question, without a new page
  const [address, setAddress] = useState(inLanguage('/', language));
  useEffect(() => setAddress(fullPage()), []);
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
            event.currentTarget.href = fullPage();
          }}
        >
          <RichMessage message="share.whole-site" values={{ name: <span lang="mi">Wātea</span> }} />
        </a>
      </footer>
    </div>
  );
}

/** The address of the same question outside the frame. */
function fullPage(): string {
  const { pathname, search, hash } = window.location;
  const path = pathname.startsWith('/embed/') ? pathname.replace('/embed', '/availability') : '/';
  return `${path}${search}${hash}`;
}
