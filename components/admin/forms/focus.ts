/** Gives an element the focus, if it is still there and nothing else has it. */
export function giveFocus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body) {
    element.focus({ preventScroll: true });
  }
}
