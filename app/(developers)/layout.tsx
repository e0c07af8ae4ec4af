import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { pageWords } from '#app/page-words.ts';
import { DevelopersFrame } from '#components/developers/DeveloperPage.tsx';
import { DemonstrationBanner } from '#components/frame/DemonstrationBanner.tsx';
import { SiteFrame } from '#components/frame/SiteFrame.tsx';
import { LanguageProvider } from '#components/language/LanguageProvider.tsx';
import { developerWords } from '#lib/messages/developers/words.ts';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';

// who is signed in, and the nonce of the scripts, differ from request to request
export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  const { title, description } = developerWords[pageWords().language];
  // an address may have the token of a link
  return { title: { default: title, template: '%s · Wātea' }, description, referrer: 'same-origin' };
}

export default function DevelopersLayout({ children }: { children: ReactNode }) {
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
        <DevelopersFrame words={developerWords[language]} language={language}>
          {children}
        </DevelopersFrame>
      </SiteFrame>
    </LanguageProvider>
  );
}
