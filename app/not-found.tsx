import type { Metadata } from 'next';
import { LanguageProvider } from '#components/language/LanguageProvider.tsx';
import { MessagePage } from '#components/ui/MessagePage.tsx';
import { SiteFrame } from '#components/ui/SiteFrame.tsx';
import { inLanguage } from '#lib/messages/language.ts';
import { pageWords } from './page-words.ts';

// the language depends on the address
export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  return { title: pageWords().say('site.no-page') };
}

export default function NotFound() {
  const { language, catalogue, say } = pageWords();
  return (
    <LanguageProvider language={language} catalogue={catalogue}>
      <SiteFrame>
        <MessagePage title={say('site.no-page')}>
          <p>{say('site.no-page-why')}</p>
          <p>
            <a href={inLanguage('/', language)}>{say('site.to-map')}</a>
          </p>
        </MessagePage>
      </SiteFrame>
    </LanguageProvider>
  );
}
