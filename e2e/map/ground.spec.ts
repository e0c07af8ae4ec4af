import { expect, test } from '#e2e/support/journey.ts';
import { boxOf, clickMiddle, mapOf, openMap } from '#e2e/support/map-page.ts';

test('quick clicks never meet the limit, and the last one counts', async ({ page }) => {
  await page.goto('/#map=16/-41.2866/174.7756');
  await mapOf(page).waitFor();
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/')) statuses.push(response.status());
  });
  const box = await mapOf(page).boundingBox();
  if (box === null) throw new Error('The map has no place on the page.');
  for (let at = 0; at < 40; at++) await page.mouse.click(box.x + 300 + at * 5, box.y + 300);
  await expect(page.getByText(/^Available here|^Nothing is available/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Too many questions' })).toHaveCount(0);
  expect(statuses).not.toContain(429);
});

test('the map moves when only the fragment of the address changes', async ({ page }) => {
  await openMap(page, { path: '/#map=12/-41.2866/174.7756' });
  await expect(page.getByText('Wellington', { exact: true }).first()).toBeInViewport();
  await page.evaluate(() => {
    window.location.hash = '#map=12/-36.8485/174.7633';
  });
  await expect(page.locator('[aria-hidden] > span', { hasText: 'Auckland' }).first()).toBeInViewport();
});

test('land is drawn to the closest zoom, and the map says how exact its coast is', async ({ page }) => {
  await openMap(page, { path: '/#map=16/-41.2866/174.7756' });
  await expect(page.locator('.leaflet-land-detail-pane path').first()).toBeAttached();
  await expect(page.locator('.leaflet-land-pane path')).toHaveCount(0);
  await expect(page.getByText('Streets are not shown here.')).toBeVisible();
  await expect(page.getByText('Sketched coast')).toBeVisible();
});

test('while a square of the coast does not load, the overview stays', async ({ page }) => {
  await page.route('**/land/squares/**', (route) => route.abort());
  await page.goto('/#map=11/-41.2866/174.7756');
  await mapOf(page).waitFor();
  await expect(page.locator('.leaflet-land-pane path')).toHaveCount(1);
});

test('a tap next to an address offers its answer', async ({ page }) => {
  await page.route('**/places/16/**', (route) =>
    route.fulfill({
      json: { streets: ['Rātā Street, Te Aro'], addresses: [[-41.2866, 174.7756, '3/12A', 0]] },
    }),
  );
  await openMap(page, { path: '/#map=17/-41.2866/174.7756' });
  await expect(page.locator('.leaflet-addresses-pane canvas').first()).toBeVisible();
  await clickMiddle(page);
  await page.getByRole('button', { name: 'Do you mean 3/12A Rātā Street, Te Aro?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3/12A Rātā Street, Te Aro');
  await expect(page.getByText('Answered for the point of this address', { exact: false })).toBeVisible();
});

test('between two zooms the addresses follow the colours of the scheme', async ({ page }) => {
  const addresses = [[-41.2866, 174.7756, '3', 0]];
  const asked: string[] = [];
  await page.route('**/places/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ json: { streets: ['Rātā Street'], addresses } });
  });
  await openMap(page, { path: '/#map=15.25/-41.2866/174.7756' });
  const colours = () =>
    page.locator('.leaflet-addresses-pane canvas').evaluateAll((canvases) =>
      canvases.map((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const data = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        const dot = data.findIndex((value, at) => at % 4 === 3 && value === 255);
        return dot < 0 ? '' : data.slice(dot - 3, dot).join();
      }),
    );
  const shown = async () => [...new Set(await colours())].filter((colour) => colour !== '');
  await expect.poll(shown).toHaveLength(1);
  const [light, askedFirst] = [await shown(), [...asked]];
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(shown).not.toEqual(light);
  await expect.poll(shown).toHaveLength(1);
  expect(asked, 'the tiles are those that were there').toEqual(askedFirst);
});

test('the names of streets are on no number of a house, and not below the pin', async ({ page }) => {
  const houses = Array.from({ length: 60 }, (_, at) => {
    const [house, row] = [at % 30, at < 30 ? 0 : 1];
    return [-41.2866 + (row - 0.5) * 0.0002, 174.774 + house * 0.0001, String(2 * house + row + 1), 0];
  });
  await page.route('**/places/16/**', (route) =>
    route.fulfill({ json: { streets: ['Rātā Street, Te Aro'], addresses: houses } }),
  );
  // canvases do not say what is written on them
  await page.addInitScript(() => {
    const written = new Map<HTMLCanvasElement, Written[]>();
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      written.set(this.canvas, []);
      clearRect.apply(this, box);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const { a, e, f } = this.getTransform();
      const [left, top] = [e / a + x, f / a + y];
      const box = { left, right: left + this.measureText(text).width, top: top - 5, bottom: top + 5 };
      written.get(this.canvas)?.push({ text, ...box });
      fillText.call(this, text, x, y);
    };
    const onPage = () =>
      [...written].flatMap(([canvas, texts]) => {
        const { x, y } = canvas.getBoundingClientRect();
        return texts.map(({ text, left, right, top, bottom }) => {
          return { text, left: left + x, right: right + x, top: top + y, bottom: bottom + y };
        });
      });
    Object.assign(window, { onPage });
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openMap(page, { path: '/availability/-41.2866/174.7754#map=17/-41.2866/174.7754' });
  const textsOf = () => page.evaluate(() => (window as unknown as { onPage: () => Written[] }).onPage());
  await expect.poll(async () => (await textsOf()).map(({ text }) => text)).toContain('Rātā Street');
  const texts = await textsOf();
  const names = texts.filter(({ text }) => text === 'Rātā Street');
  const numbers = texts.filter(({ text }) => /^\d+$/.test(text));
  expect(numbers.length).toBeGreaterThan(10);
  const pin = await page.getByRole('button', { name: /^The chosen point/ }).boundingBox();
  if (pin === null) throw new Error('The map has no pin.');
  const marks = [...numbers, { left: pin.x, right: pin.x + pin.width, top: pin.y, bottom: pin.y + pin.height }];
  const isCovered = (name: Written) =>
    marks.some(
      (mark) => name.left < mark.right && name.right > mark.left && name.top < mark.bottom && name.bottom > mark.top,
    );
  expect(names.filter(isCovered)).toEqual([]);
  // the names of towns leave the room to streets
  await expect(page.locator('.leaflet-marker-pane div[aria-hidden]')).toHaveCount(0);
});

interface Written {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

test('a place is opened close enough to point at a roof', async ({ page }) => {
  await openMap(page);
  await boxOf(page).fill('-36.8779, 174.7644');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#map=14\//);
});

test('a printed answer has its map', async ({ page }) => {
  await openMap(page, { path: '/availability/-41.2866/174.7756' });
  await page.emulateMedia({ media: 'print' });
  await expect(mapOf(page)).toBeVisible();
  await expect(boxOf(page)).toBeHidden();
  const box = await mapOf(page).boundingBox();
  expect(box?.height).toBeGreaterThan(250);
  await expect(page.getByRole('button', { name: /^The chosen point/ })).toBeInViewport();
});
