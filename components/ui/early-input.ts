/**
 * Gives React what a person typed or chose before the scripts of the page ran. Fields whose value React holds keep it on the
 * screen until the first change of the page, and then silently go back to what the server sent.
 */
export function replayEarlyInput(page: ParentNode): void {
  for (const field of page.querySelectorAll('select')) {
    const sent = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    if (sent !== undefined && field.value !== sent.value) field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  for (const field of page.querySelectorAll('textarea')) replay(field, HTMLTextAreaElement.prototype, 'value', 'input');
  for (const field of page.querySelectorAll('input')) {
    const isTick = field.type === 'checkbox' || (field.type === 'radio' && field.checked);
    if (isTick) replay(field, HTMLInputElement.prototype, 'checked', 'click');
    else if (field.type !== 'file' && field.type !== 'radio')
      replay(field, HTMLInputElement.prototype, 'value', 'input');
  }
}

const sentBy = { value: 'defaultValue', checked: 'defaultChecked' } as const;

/** React takes an event for a change only if the property was not set through the element itself. */
function replay<Field extends HTMLInputElement | HTMLTextAreaElement, Property extends 'value' | 'checked'>(
  field: Field,
  prototype: object,
  property: Property,
  event: 'input' | 'click',
): void {
  const own: Record<string, unknown> = field as never;
  const [now, sent] = [own[property], own[sentBy[property]]];
  if (now === sent) return;
  own[property] = sent;
  Object.getOwnPropertyDescriptor(prototype, property)?.set?.call(field, now);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
