import { sectionsOf } from './guides.ts';

/** A released version, or what is not released yet. */
export interface Release {
  /** `Unreleased`, or the number. */
  readonly version: string;
  /** `YYYY-MM-DD`; undefined for what is not released yet. */
  readonly day: string | undefined;
  readonly text: string;
}

/** The versions of a changelog in the form of Keep a Changelog, newest first. */
export function releasesOf(changelog: string): Release[] {
  return sectionsOf(changelog)
    .filter(({ level }) => level === 2)
    .map(({ heading, text }) => {
      const [, version = heading, day] = /^\[?([^\]\s]+)\]?(?: [-–—] (\d{4}-\d\d-\d\d))?/.exec(heading) ?? [];
      return { version, day, text: text.split('\n').slice(1).join('\n').trim() };
    });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The released versions as an Atom feed (RFC 4287). An entry's text is its part of the changelog, as it is.
 *
 * @param baseUrl the origin of this site
 */
export function atomFeed(releases: readonly Release[], baseUrl: string): string {
  const released = releases.filter((release): release is Release & { day: string } => release.day !== undefined);
  const page = `${baseUrl}/developers/changes`;
  const at = (day: string) => `${day}T00:00:00Z`;
  const entries = released.map(
    ({ version, day, text }) => `  <entry>
    <id>${page}#${version}</id>
    <title>Wātea ${escaped(version)}</title>
    <updated>${at(day)}</updated>
    <link href="${page}"/>
    <content type="text">${escaped(text)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${page}</id>
  <title>Wātea: changes of the APIs</title>
  <updated>${at(released[0]?.day ?? '1970-01-01')}</updated>
  <author><name>Wātea</name></author>
  <link rel="self" href="${page}.atom"/>
  <link href="${page}"/>
${entries.join('\n')}
</feed>
`;
}
