/** A part of an attribution: a text, and its link. */
export interface AttributionPart {
  readonly text: string;
  readonly href: string | undefined;
}

const entities: Readonly<Record<string, string>> = { amp: '&', copy: '©', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Parses an attribution as street maps write it: text, `&copy;` and links. Of other HTML, only the text is kept. */
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
