import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { pageWords } from '#app/page-words.ts';
import { DemonstrationBanner } from '#components/frame/DemonstrationBanner.tsx';
import { EmbedFrame } from '#components/frame/EmbedFrame.tsx';
import { LanguageProvider } from '#components/language/LanguageProvider.tsx';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';

export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  const { say } = pageWords();
  // search engines should list the pages of the site itself, not these
  return { title: say('site.title'), robots: { index: false } };
}

export default function EmbedLayout({ children }: { children: ReactNode }) {
  const { language, catalogue } = pageWords();
  return (
    <LanguageProvider language={language} catalogue={catalogue}>
      <EmbedFrame banner={pageFacts().demonstration && <DemonstrationBanner />}>{children}</EmbedFrame>
    </LanguageProvider>
  );
}
