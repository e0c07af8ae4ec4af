import { LanguageLinks } from '#components/language/LanguageLinks.tsx';
import { inLanguage, type Language } from '#lib/messages/language.ts';
import styles from './SiteHeader.module.css';

interface SiteHeaderProps {
  readonly language: Language;
  /** What the site is for. */
  readonly sentence: string;
}

export function SiteHeader({ language, sentence }: SiteHeaderProps) {
  return (
    <header className={styles.header}>
      <Mark />
      <a href={inLanguage('/', language)} lang="mi" className={styles.home}>
        Wātea
      </a>
      <p className={styles.sentence}>{sentence}</p>
      <div className={styles.languages}>
        <LanguageLinks />
      </div>
    </header>
  );
}

/** The drawing of `public/mark.svg`. As a picture of its own it would be a document, laid out before the first paint. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 64 64" width={40} height={40} aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#0a6a4d" />
      <path d="M47.87 33.93A17 17 0 1 1 33.07 19.13" fill="none" stroke="#fff" strokeWidth="7" strokeLinecap="round" />
      <circle cx="44" cy="23" r="5.5" fill="#8bdfbf" />
    </svg>
  );
}
