/**
 * HTML that shows an answer's page in a frame of another site.
 *
 * @param address of the page, absolute
 * @param title of the frame, for screen readers; any text
 */
export function embedSnippet(address: string, title: string): string {
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="720" style="border: 0" loading="lazy" allow="geolocation; clipboard-write"></iframe>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
