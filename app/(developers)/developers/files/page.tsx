import type { Metadata } from 'next';
import { Article } from '#app/(developers)/Article.tsx';
import { readDocument } from '#app/(developers)/documents.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { guideText } from '#lib/developers/guides.ts';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().files };
}

export default function Page() {
  return <Article title={developerPageWords().files} text={guideText('files', readDocument)} />;
}
