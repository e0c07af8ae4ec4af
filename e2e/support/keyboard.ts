import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

const mostStops = 150;

/** What holds the focus shows it: an outline of at least two pixels around the element, or around the field it is in. */
function showsFocus(element: Element): boolean {
  if (element !== document.activeElement || !element.matches(':focus-visible')) return false;
  return [element, element.parentElement].some((part) => {
    if (part === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
}

/** Goes to an element by the Tab key, forwards or backwards, as somebody without a mouse does; it must show that it has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // found by its role once, not at every stop
  let element = await target.elementHandle();
  const isBefore = await element?.evaluate((wanted) => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return false;
    return (activeElement.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  });
  for (let stops = 0; stops < mostStops; stops++) {
    const met = await element?.evaluate((wanted) =>
      wanted.isConnected ? wanted === document.activeElement : 'is gone',
    );
    if (met === 'is gone') element = await target.elementHandle();
    else if (met === true) {
      await expect.poll(() => target.evaluate(showsFocus), `${target} shows its focus`).toBe(true);
      return expect(target).toBeInViewport();
    } else await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`The Tab key does not lead to ${target}.`);
}

/** Goes to an element and presses a key on it; a link is followed until the next page is there. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  const before = page.url();
  const leadsTo = await target.evaluate((element) => (element instanceof HTMLAnchorElement ? element.href : undefined));
  const isFile = (await target.getAttribute('download')) !== null;
  await page.keyboard.press(key);
  if (leadsTo !== undefined && leadsTo !== before && !isFile) await expect(page).not.toHaveURL(before);
}

/** Goes to a field and writes there, in place of what stood in it. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
  await expect(target).toHaveValue(text);
}

/** Goes to a list of choices and picks the one that begins with these letters. */
export async function choose(page: Page, target: Locator, letters: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(letters);
  const chosen = () => target.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label ?? '');
  await expect.poll(chosen).toMatch(new RegExp(`^${letters}`));
}

/** Whether the element that is named is the one with the focus, and shows it. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await expect.poll(() => target.evaluate(showsFocus), `${target} shows its focus`).toBe(true);
}

/**
 * Walks the whole screen by the Tab key: it must come by everything that can be used, in the order in which it stands,
 * each in sight and showing its focus, and get out again at the end.
 */
export async function expectWalkable(page: Page): Promise<void> {
  const wanted = await page.evaluate(markStops);
  expect(wanted.length, `${page.url()} has something to use`).toBeGreaterThan(0);
  const met: string[] = [];
  for (let stops = 0; stops < wanted.length * 8 + 2; stops++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeStop);
    // behind the last one the focus leaves the page, or comes round to the first
    if (stop === undefined || (met.length > 1 && stop.name === met[0])) break;
    expect(stop.fault, `${stop.name} of ${page.url()}`).toBe('');
    if (!stop.isUnchosen && stop.name !== met.at(-1)) met.push(stop.name);
  }
  expect(met, `the stops of ${page.url()}`).toEqual(wanted);
}

/** Numbers what can be used on the page and sets the focus before its beginning. Runs in the page. */
function markStops(): string[] {
  const usable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const stops = [...document.querySelectorAll<HTMLElement>(usable)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled, [type=hidden]')) return false;
    // of a group of radio buttons the chosen one is a stop; while none is, which of them are depends on the way there
    if (element.matches('[type=radio]:not(:checked)')) return false;
    return element.checkVisibility({ visibilityProperty: true });
  });
  const words = (element: HTMLElement) =>
    element.ariaLabel ?? (element.textContent || element.getAttribute('name') || element.tagName).slice(0, 40);
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  window.scrollTo(0, 0);
  return stops.map((element, at) => {
    element.dataset.stop = `${at}: ${words(element).replaceAll(/\s+/g, ' ')}`;
    return element.dataset.stop;
  });
}

/** Which stop has the focus, and what is wrong there; undefined when none has it any more. Runs in the page. */
function describeStop(): { name: string; fault: string; isUnchosen: boolean } | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return undefined;
  const name = activeElement.dataset.stop ?? activeElement.outerHTML.slice(0, 100);
  const outlined = [activeElement, activeElement.parentElement].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part ?? activeElement);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  const { left, top, right, bottom } = activeElement.getBoundingClientRect();
  const isInSight = right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
  const isUnchosen = activeElement.matches('[type=radio]:not(:checked)');
  return { name, isUnchosen, fault: !outlined ? 'does not show its focus' : isInSight ? '' : 'is out of sight' };
}
