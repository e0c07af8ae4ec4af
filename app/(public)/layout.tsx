import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { pageWords } from '#app/page-words.ts';
import { DemonstrationBanner } from '#components/frame/DemonstrationBanner.tsx';
import { SiteFrame } from '#components/frame/SiteFrame.tsx';
import { LanguageProvider } from '#components/language/LanguageProvider.tsx';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';

// the site's key, and whether the data are for demonstration, are read at each request
export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  const { say } = pageWords();
  return { title: { default: say('site.title'), template: '%s · Wātea' }, description: say('site.description') };
}

export default function PublicLayout({ children }: { children: ReactNode }) {
  const { language, catalogue, say } = pageWords();
  const { demonstration, hasFigures, hasOpenData } = pageFacts();
  return (
    <LanguageProvider language={language} catalogue={catalogue}>
      <SiteFrame
        language={language}
        sentence={say('site.sentence')}
        banner={demonstration && <DemonstrationBanner />}
        offered={{ hasFigures, hasOpenData }}
      >
        {children}
      </SiteFrame>
    </LanguageProvider>
  );
}
