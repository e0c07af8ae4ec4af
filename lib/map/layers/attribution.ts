/** A piece of an attribution: words, and where they lead. */
export interface AttributionPart {
  readonly text: string;
  readonly href: string | undefined;
}

const entities: Readonly<Record<string, string>> = { amp: '&', copy: '©', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * Reads an attribution as makers of street maps write it: words, `&copy;` and links. Anything else of HTML is left out,
 * its words stay.
 */
export function parseAttribution(html: string): readonly AttributionPart[] {
  const parts: AttributionPart[] = [];
  const link = /<a\s[^>]*?href\s*=\s*["']?(https?:\/\/[^"'\s>]+)["']?[^>]*>(.*?)<\/a>/gis;
  let from = 0;
  for (const found of html.matchAll(link)) {
    parts.push({ text: plain(html.slice(from, found.index)), href: undefined });
    parts.push({ text: plain(found[2] ?? ''), href: found[1] });
    from = found.index + found[0].length;
  }
  parts.push({ text: plain(html.slice(from)), href: undefined });
  return parts.filter(({ text }) => text !== '');
}

function plain(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
