/**
 * Puts a text on the clipboard. Browsers give pages on plain HTTP no clipboard, but let them copy what is selected in a
 * field; where even that is refused, the text is left selected.
 *
 * @param field holds the text
 * @returns whether it was copied
 */
export async function copyText(text: string, field: HTMLTextAreaElement): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // the person, or the frame this page is in, does not allow it
  }
  const before = document.activeElement;
  field.focus();
  field.select();
  if (!document.execCommand('copy')) return false;
  if (before instanceof HTMLElement) before.focus();
  return true;
}
