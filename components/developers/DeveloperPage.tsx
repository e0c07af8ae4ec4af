import type { ReactNode } from 'react';
import { developerPages } from '#lib/developers/guides.ts';
import type { DeveloperWords } from '#lib/messages/developers/words.ts';
import { inLanguage, type Language } from '#lib/messages/language.ts';
import styles from './DeveloperPage.module.css';
import { NavigationLink } from './NavigationLink.tsx';

interface DeveloperPageProps {
  readonly title: string;
  readonly intro?: string | undefined;
  readonly children: ReactNode;
}

/** A page for developers: its heading, a sentence or two, and its content. */
export function DeveloperPage({ title, intro, children }: DeveloperPageProps) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </div>
  );
}

interface DevelopersFrameProps {
  readonly words: DeveloperWords;
  readonly language: Language;
  readonly children: ReactNode;
}

/** The navigation of the pages for developers: beside the page, or on narrow screens above it, folded. */
export function DevelopersFrame({ words, language, children }: DevelopersFrameProps) {
  const links = (
    <ul className={styles.links}>
      {developerPages.map(({ path, title }) => (
        <li key={path}>
          <NavigationLink path={path} href={inLanguage(path, language)}>
            {words[title]}
          </NavigationLink>
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.frame} data-scrolls="whole">
      <nav aria-label={words.navigation} className={styles.wide}>
        {links}
      </nav>
      <details className={styles.narrow}>
        <summary>{words.navigation}</summary>
        <nav aria-label={words.title}>{links}</nav>
      </details>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
