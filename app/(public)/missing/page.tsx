import type { Metadata } from 'next';
import { pageWords } from '#app/page-words.ts';
import { MessagePage } from '#components/frame/MessagePage.tsx';
import { getExchange } from '#lib/http/exchange.ts';
import { inLanguage } from '#lib/messages/language.ts';

export function generateMetadata(): Metadata {
  return { title: pageWords().say('site.no-page'), robots: { index: false } };
}

/**
 * The page for every address that has none. Next's own `not-found.tsx` would be part of every other page, for a link
 * that never leads to it.
 */
export default function MissingPage() {
  const { language, say } = pageWords();
  getExchange()?.setPageStatus?.(404);
  return (
    <MessagePage title={say('site.no-page')}>
      <p>{say('site.no-page-why')}</p>
      <p>
        <a href={inLanguage('/', language)}>{say('site.to-map')}</a>
      </p>
    </MessagePage>
  );
}
