/**
 * Copies a text to the clipboard. Browsers give pages on plain HTTP no clipboard, but let them copy selected text; if that
 * is refused too, the text stays selected.
 *
 * @param field contains the text
 * @returns whether it was copied
 */
export async function copyText(text: string, field: HTMLTextAreaElement): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // not allowed by the person, or by the site that embeds this page
  }
  const before = document.activeElement;
  field.focus();
  field.select();
  if (!document.execCommand('copy')) return false;
  if (before instanceof HTMLElement) before.focus();
  return true;
}
