/**
 * The HTML that embeds an answer in another site.
 *
 * @param address the absolute address of the embedded page
 * @param title the title of the frame for screen readers, as plain text
 */
export function embedSnippet(address: string, title: string): string {
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="720" style="border: 0" loading="lazy" allow="geolocation; clipboard-write"></iframe>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
