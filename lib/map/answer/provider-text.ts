/**
 * Cleans a text from an import for display: no control characters, no marks that change the direction of text, no runs of
 * white space. (React escapes markup, but not these.)
 */
export function displayText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
}

/** A safe link and its host. */
interface ProviderLink {
  readonly href: string;
  readonly host: string;
}

/**
 * The link in a text from an import, only if it is `http` or `https`, to exclude `javascript:` and others. The host is in
 * ASCII form, so that look-alike names are visible.
 */
export function getProviderLink(url: string): ProviderLink | undefined {
  const parsed = parseUrl(url.trim());
  if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  return { href: parsed.href, host: parsed.host.replace(/^www\./, '') };
}

/** Like `URL.parse`, which phones of 2023 lack. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
