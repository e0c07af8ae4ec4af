declare global {
  interface Window {
    /** Gives React what was kept, once. */
    replayEarlyInput?: (() => void) | undefined;
  }
}

/**
 * Keeps what a person does before the scripts of a page run. Otherwise a button does nothing, and a field whose value React
 * holds shows the text until the first change of the page, and then silently goes back to what the server sent.
 *
 * Each page has this function as text in its head, so it uses nothing that is outside of it.
 */
export function keepEarlyInput(): void {
  let click: Event | undefined;
  const keep = (event: Event) => {
    click = event;
  };
  const giveToReact = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) => {
    if (field instanceof HTMLSelectElement) {
      const sent = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
      if (sent !== undefined && field.value !== sent.value) field.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    if (field.type === 'file' || (field.type === 'radio' && !(field as HTMLInputElement).checked)) return;
    const isTick = field.type === 'checkbox' || field.type === 'radio';
    const [own, property, sentBy] = [
      field as unknown as Record<string, unknown>,
      isTick ? 'checked' : 'value',
      isTick ? 'defaultChecked' : 'defaultValue',
    ];
    const [now, sent] = [own[property], own[sentBy]];
    if (now === sent) return;
    // React takes an event for a change only if the property was not set through the element itself
    own[property] = sent;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)?.set?.call(field, now);
    field.dispatchEvent(new Event(isTick ? 'click' : 'input', { bubbles: true }));
  };
  window.addEventListener('click', keep, true);
  window.replayEarlyInput = () => {
    window.replayEarlyInput = undefined;
    window.removeEventListener('click', keep, true);
    for (const field of document.querySelectorAll<HTMLInputElement>('input,textarea,select')) giveToReact(field);
    // a click that is still on its way led React here, and reaches it
    if (click?.eventPhase !== Event.NONE) return;
    (click.target as Element).closest<HTMLElement>('button[type=button]')?.click();
  };
}
