import { type RefObject, useEffect, useState } from 'react';

const confirmedForMs = 10_000;

/**
 * Copying of a text that is shown in `field`, which selects it where the browser does not let a page copy.
 *
 * @returns whether it was copied, for a while after it was; undefined before and when that is over
 */
export function useCopy(text: string, field: RefObject<HTMLElement | null>) {
  const [isCopied, setCopied] = useState<boolean>();

  useEffect(() => {
    if (isCopied !== true) return;
    const timer = setTimeout(() => setCopied(undefined), confirmedForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copyNow() {
    if (field.current === null) return;
    // screen readers announce a message again only after it has changed
    setCopied(undefined);
    setCopied(await copyText(text, field.current));
  }
  return { isCopied, copyNow };
}

/**
 * Copies a text to the clipboard. Browsers give pages on plain HTTP no clipboard, but let them copy selected text; if that
 * is refused too, the text stays selected.
 *
 * @param field shows the text, and can be focused
 * @returns whether it was copied
 */
async function copyText(text: string, field: HTMLElement): Promise<boolean> {
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
