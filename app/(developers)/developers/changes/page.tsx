import type { Metadata } from 'next';
import { Article } from '#app/(developers)/Article.tsx';
import { readDocument } from '#app/(developers)/documents.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { newsFile, versionsFile } from '#lib/developers/guides.ts';

export function generateMetadata(): Metadata {
  return {
    title: developerPageWords().changes,
    alternates: { types: { 'application/atom+xml': '/developers/changes.atom' } },
  };
}

/** How the APIs change, and what has changed. */
export default function Page() {
  const feed = '[The feed of these news (Atom)](/developers/changes.atom)';
  const versions = readDocument(versionsFile).replace(/^# /, '## ');
  const changes = readDocument(newsFile)
    .replace(/^##/gm, '###')
    .replace(/^# .*$/m, '## What has changed');
  return <Article title={developerPageWords().changes} text={`${versions}\n\n${feed}\n\n${changes}`} />;
}
