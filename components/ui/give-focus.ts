/** Focuses an element if it still exists and nothing else has the focus. */
export function giveFocus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body) {
    element.focus({ preventScroll: true });
  }
}
