import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';
import { pressTab } from './tab-key.ts';

const mostStops = 150;
/** Presses of Tab that are sent together: waiting for each would take most of the time of a walk. */
const pressesAtOnce = 20;

/** Whether the focused element shows its focus: an outline of at least two pixels around it or its field. */
function showsFocus(element: Element): boolean {
  if (element !== document.activeElement || !element.matches(':focus-visible')) return false;
  return [element, element.parentElement].some((part) => {
    if (part === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
}

/** Moves the focus to an element by the Tab key, forwards or backwards. The element must show its focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // found by its role once, not at every stop
  let element = await target.elementHandle();
  const isBefore = await element?.evaluate((wanted) => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return false;
    return (activeElement.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  });
  let presses = 1;
  for (let stops = 0; stops < mostStops; stops += presses) {
    const met = await element?.evaluate(isFocused);
    if (met === 'is gone') element = await target.elementHandle();
    else if (met === true) {
      await expect.poll(() => target.evaluate(showsFocus), `${target} shows its focus`).toBe(true);
      return expect(target).toBeInViewport();
    }
    await tabUpTo(page, element, presses, isBefore ?? false);
    presses = Math.min(presses * 2, 16);
  }
  throw new Error(`The Tab key does not lead to ${target}.`);
}

function isFocused(wanted: Node): boolean | 'is gone' {
  return wanted.isConnected ? wanted === document.activeElement : 'is gone';
}

/** Presses Tab this many times. The page does not see the presses after the focus has reached `element`. */
async function tabUpTo(page: Page, element: ElementHandle<Node> | null, presses: number, isBackwards: boolean) {
  await element?.evaluate((wanted) => {
    const stop = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || document.activeElement !== wanted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, stop, true);
    window.addEventListener('tabs-done', () => {
      for (const type of ['keydown', 'keyup'] as const) window.removeEventListener(type, stop, true);
    });
  });
  await pressTab(page, presses, isBackwards);
  await page.evaluate(() => window.dispatchEvent(new Event('tabs-done')));
}

/** Moves the focus to an element and presses a key on it. Waits for the next page if it is a link. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  const before = page.url();
  const leadsTo = await target.evaluate((element) => (element instanceof HTMLAnchorElement ? element.href : undefined));
  const isFile = (await target.getAttribute('download')) !== null;
  await page.keyboard.press(key);
  if (leadsTo !== undefined && leadsTo !== before && !isFile) await expect(page).not.toHaveURL(before);
}

/** Moves the focus to a field and replaces its text. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
  await expect(target).toHaveValue(text);
}

/** Moves the focus to a list of choices and picks the one that begins with these letters. */
export async function choose(page: Page, target: Locator, letters: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(letters);
  const chosen = () => target.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label ?? '');
  await expect.poll(chosen).toMatch(new RegExp(`^${letters}`));
}

/** Asserts that an element has the focus and shows it. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await expect.poll(() => target.evaluate(showsFocus), `${target} shows its focus`).toBe(true);
}

/**
 * Walks the whole screen by the Tab key. It must stop at every control, in their order on the page, each in view and
 * showing its focus, and leave the page after the last. A page that changes under the walk is walked as it has become.
 */
export async function expectWalkable(page: Page): Promise<void> {
  const wanted = await page.evaluate(markStops);
  expect(wanted.length, `${page.url()} has controls`).toBeGreaterThan(0);
  await page.evaluate(recordStops);
  const met: string[] = [];
  walk: for (let presses = 0; presses < wanted.length * 8 + 2; presses += pressesAtOnce) {
    await pressTab(page, pressesAtOnce);
    const stops = await page.evaluate(takeStops);
    // the page has loaded anew since the walk began
    if (stops === undefined) return await expectWalkable(page);
    for (const stop of stops) {
      // the page was drawn anew when the walk began, and had no focus yet
      if (stop === null && met.length === 0) continue;
      // after the last stop the focus leaves the page, or returns to the first
      if (stop === null || (met.length > 1 && stop.name === met[0])) break walk;
      expect(stop.fault, `${stop.name} of ${page.url()}`).toBe('');
      if (!stop.isUnchosen && stop.name !== met.at(-1)) met.push(stop.name);
    }
  }
  // a button that was still at work when the walk began is a control now: the screen is walked as it has become
  const present = await page.evaluate(markStops);
  if (present.join('\n') !== wanted.join('\n')) return await expectWalkable(page);
  expect(met, `the stops of ${page.url()}`).toEqual(wanted);
  // the last presses may have returned to the skip link, which covers others while it has the focus
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

/** Numbers the controls of the page and moves the focus before the first. Runs in the page. */
function markStops(): string[] {
  const usable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const stops = [...document.querySelectorAll<HTMLElement>(usable)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled, [type=hidden]')) return false;
    // the checked radio button of a group is a stop; in a group without one, the stops depend on the direction
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

interface Stop {
  readonly name: string;
  readonly fault: string;
  readonly isUnchosen: boolean;
}

declare global {
  interface Window {
    /** Where the focus was after each press of Tab; null if it was not on a control. */
    stops?: (Stop | null)[];
  }
}

/** Records after each press of Tab which stop has the focus and what is wrong there. Runs in the page. */
function recordStops(): void {
  const describeStop = (): Stop | null => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return null;
    const name = activeElement.dataset.stop ?? activeElement.outerHTML.slice(0, 100);
    const outlined = [activeElement, activeElement.parentElement].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part ?? activeElement);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { left, top, right, bottom } = activeElement.getBoundingClientRect();
    const isInSight = right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
    const isUnchosen = activeElement.matches('[type=radio]:not(:checked)');
    return { name, isUnchosen, fault: !outlined ? 'does not show its focus' : isInSight ? '' : 'is out of sight' };
  };
  // once per page, which may be walked in several sizes
  if (window.stops === undefined) {
    window.addEventListener('keyup', ({ key }) => key === 'Tab' && window.stops?.push(describeStop()), true);
  }
  window.stops = [];
}

/** The stops since the last call; undefined on a page that does not record them. Runs in the page. */
function takeStops(): (Stop | null)[] | undefined {
  const { stops } = window;
  if (stops !== undefined) window.stops = [];
  return stops;
}
