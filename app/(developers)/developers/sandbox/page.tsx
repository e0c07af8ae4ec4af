import type { Metadata } from 'next';
import { Article } from '#app/(developers)/Article.tsx';
import { readDocument } from '#app/(developers)/documents.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { guideText } from '#lib/developers/guides.ts';
import { sandboxPoints } from '#lib/developers/sandbox-points.ts';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().sandbox };
}

export default function Page() {
  const points = sandboxPoints().map(
    ({ latitude, longitude, results }) => `| \`${latitude}\` | \`${longitude}\` | ${results.join(', ')} |`,
  );
  const text = `## Sandbox points

A server with the demonstration data answers these points as follows. Every other point is answered from the same data: the map shows where
something is. A point outside the service area, such as \`51.5\`, \`-0.1\`, is 400.

| latitude | longitude | results |
| --- | --- | --- |
${points.join('\n')}`;
  return (
    <Article
      title={developerPageWords().sandbox}
      text={`${guideText('sandbox', readDocument).replace(/^#+/, '##')}\n\n${text}`}
    />
  );
}
