import type { Metadata } from 'next';
import { Article } from '#app/(developers)/Article.tsx';
import { readDocument } from '#app/(developers)/documents.ts';
import { contractFile, sectionsOf } from '#lib/developers/guides.ts';

export function generateMetadata(): Metadata {
  return { title: titleOf() };
}

/** Every rule of the two APIs. */
export default function Page() {
  const page = readDocument(contractFile);
  return <Article title={titleOf()} text={page.slice(page.indexOf('\n'))} />;
}

function titleOf(): string {
  return sectionsOf(readDocument(contractFile))[0]?.heading ?? '';
}
