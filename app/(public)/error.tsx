'use client';

import { MessagePage } from '#components/frame/MessagePage.tsx';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { Button } from '#components/ui/Button.tsx';

interface ErrorPageProps {
  readonly error: unknown;
  readonly retry: () => void;
}

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  const say = useSay();
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  return (
    <MessagePage title={say('site.page-fault')}>
      <p>{say('site.page-fault-text')}</p>
      {digest !== undefined && <p>{say('site.page-fault-number', { number: digest })}</p>}
      <Button onClick={retry}>{say('site.try-again')}</Button>
    </MessagePage>
  );
}
