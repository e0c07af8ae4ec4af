import type { Metadata } from 'next';
import { Article } from '#app/(developers)/Article.tsx';
import { readDocument } from '#app/(developers)/documents.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { Snippets } from '#components/developers/endpoint/Snippets.tsx';
import { endpoints } from '#lib/developers/endpoints.ts';
import { startFile } from '#lib/developers/guides.ts';
import { callOf } from '#lib/developers/snippets.ts';
import { settings } from '#lib/env.ts';

export function generateMetadata(): Metadata {
  return { title: { absolute: `${developerPageWords().title} · Wātea` } };
}

/** The first call of each API. */
export default function Page() {
  const page = readDocument(startFile);
  const { baseUrl } = settings();
  const first = (id: string) => {
    const found = endpoints().find((endpoint) => endpoint.id === id);
    if (found === undefined) throw new Error(`No operation ${id}`);
    return callOf(found, found.sample.values, undefined, baseUrl);
  };
  return (
    <Article title={developerPageWords().start} text={page.slice(page.indexOf('\n'))}>
      <h2 lang="en">The first request of the broadband API</h2>
      <Snippets call={first('pointAvailability')} />
      <h2 lang="en">The first request of the registry API</h2>
      <Snippets call={first('nameAvailability')} />
    </Article>
  );
}
