import type { Metadata } from 'next';
import { Article } from '#app/(developers)/Article.tsx';
import { readDocument } from '#app/(developers)/documents.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { privacyFile } from '#lib/developers/guides.ts';
import { settings } from '#lib/env.ts';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().privacy };
}

export default function Page() {
  const { supportEmail } = settings();
  return (
    <Article title={developerPageWords().privacy} text={readDocument(privacyFile).replace(/^# /, '## ')}>
      <p lang="en">
        Support: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
    </Article>
  );
}
