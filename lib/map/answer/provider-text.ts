/**
 * A text from an import as it may be shown: no control characters, no marks that turn the direction of what follows,
 * no runs of white space. (React escapes markup; these it would let through.)
 */
export function displayText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
}

/** A link that may be followed, and the host it leads to. */
interface ProviderLink {
  readonly href: string;
  readonly host: string;
}

/**
 * The link of a text from an import: only `http` and `https`, so that `javascript:` and its kin lead nowhere.
 * The host is in its ASCII form, so that a look-alike name shows.
 */
export function getProviderLink(url: string): ProviderLink | undefined {
  const parsed = parseUrl(url.trim());
  if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  return { href: parsed.href, host: parsed.host.replace(/^www\./, '') };
}

/** `URL.parse` would say this, but phones of 2023 lack it. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
