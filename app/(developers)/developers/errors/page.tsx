import type { Metadata } from 'next';
import { Article } from '#app/(developers)/Article.tsx';
import { readDocument } from '#app/(developers)/documents.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { StatusList } from '#components/developers/endpoint/StatusList.tsx';
import { guideText } from '#lib/developers/guides.ts';
import { everyError } from '#lib/openapi/errors.ts';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().errors };
}

/** The rules of codes and errors, and every status with its errors. */
export default function Page() {
  const statuses = everyError().map(({ status, description, examples }) => ({
    status: String(status),
    description,
    examples: Object.entries(examples).map(([name, { value }]) => ({
      name,
      type: 'application/json',
      text: JSON.stringify(value),
    })),
  }));
  return (
    <Article title={developerPageWords().errors} text={guideText('errors', readDocument)}>
      <h2 lang="en">Every status</h2>
      <StatusList statuses={statuses} />
    </Article>
  );
}
