/**
 * Copies a text to the clipboard. Browsers give pages on plain HTTP no clipboard, but let them copy selected text; if that
 * is refused too, the text stays selected.
 *
 * @param field shows the text, and can be focused
 * @returns whether it was copied
 */
export async function copyText(text: string, field: HTMLElement): Promise<boolean> {
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
  selectAll(field);
  if (!document.execCommand('copy')) return false;
  if (before instanceof HTMLElement) before.focus();
  return true;
}

function selectAll(field: HTMLElement): void {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) field.select();
  else window.getSelection()?.selectAllChildren(field);
}
