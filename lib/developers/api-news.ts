import { anchorOf, sectionsOf } from './guides.ts';

/** A change of the APIs that their callers notice. */
export interface ApiNews {
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Markdown. */
  readonly text: string;
}

/**
 * The news in a page whose second headings are a day and a title, newest first.
 *
 * @throws Error for another heading: the page is ours
 */
export function apiNewsOf(page: string): ApiNews[] {
  return sectionsOf(page)
    .filter(({ level }) => level === 2)
    .map(({ heading, text }) => {
      const [, day, title] = /^(\d{4}-\d\d-\d\d): (.+)$/.exec(heading) ?? [];
      if (day === undefined || title === undefined) throw new Error(`No day and title: "${heading}"`);
      return { day, title, text: text.split('\n').slice(1).join('\n').trim() };
    });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The news as an Atom feed (RFC 4287), one entry each. An entry's text is its Markdown.
 *
 * @param baseUrl the origin of this site
 */
export function atomFeed(news: readonly ApiNews[], baseUrl: string): string {
  const page = `${baseUrl}/developers/changes`;
  const at = (day: string) => `${day}T00:00:00Z`;
  const entries = news.map(
    ({ title, day, text }) => `  <entry>
    <id>${page}#${anchorOf(`${day}: ${title}`)}</id>
    <title>${escaped(title)}</title>
    <updated>${at(day)}</updated>
    <link href="${page}#${anchorOf(`${day}: ${title}`)}"/>
    <content type="text">${escaped(text)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${page}</id>
  <title>Wātea: changes of the APIs</title>
  <updated>${at(news[0]?.day ?? '1970-01-01')}</updated>
  <author><name>Wātea</name></author>
  <link rel="self" href="${page}.atom"/>
  <link href="${page}"/>
${entries.join('\n')}
</feed>
`;
}
