'use client';

import { MessagePage } from '#components/frame/MessagePage.tsx';
import { Button } from '#components/ui/Button.tsx';

interface ErrorPageProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Catches errors that no other page catches, without messages, which may not be loaded. */
export default function ErrorPage({ error, retry }: ErrorPageProps) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  return (
    <main>
      <MessagePage title="Something went wrong at our end">
        <p>This page could not be loaded. Trying again in a moment often helps.</p>
        {digest !== undefined && <p>If you write to us about it, please quote the number {digest}.</p>}
        <Button onClick={retry}>Try again</Button>
      </MessagePage>
    </main>
  );
}
