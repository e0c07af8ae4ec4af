/**
 * The colours, sizes and spaces of every page. Style sheets use them through the CSS variables of `app/tokens.css`, which
 * `themeCss` writes; the staff screens pass the same values to their component library.
 */
export interface Palette {
  /** The background of pages. */
  readonly ground: string;
  /** Cards, panels, bars. */
  readonly surface: string;
  /** A muted area on a surface. */
  readonly surfaceQuiet: string;
  readonly ink: string;
  readonly inkQuiet: string;
  /** Thin separators. */
  readonly line: string;
  /** Borders of fields and buttons, which must be visible. */
  readonly lineStrong: string;
  /** Pounamu: links, buttons, the mark. */
  readonly accent: string;
  readonly accentStrong: string;
  readonly accentQuiet: string;
  /** Text on the accent. */
  readonly onAccent: string;
  readonly available: string;
  readonly availableQuiet: string;
  readonly underway: string;
  readonly underwayQuiet: string;
  readonly planned: string;
  readonly plannedQuiet: string;
  readonly caution: string;
  readonly cautionQuiet: string;
  readonly fault: string;
  readonly faultQuiet: string;
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly seaInk: string;
}

export const light: Palette = {
  ground: '#f5f8f6',
  surface: '#ffffff',
  surfaceQuiet: '#eff4f1',
  ink: '#13211b',
  inkQuiet: '#4c5c54',
  line: '#d9e1dc',
  lineStrong: '#7d8d85',
  accent: '#0a6a4d',
  accentStrong: '#06503a',
  accentQuiet: '#e0f1e9',
  onAccent: '#ffffff',
  available: '#07603f',
  availableQuiet: '#ddf2e6',
  underway: '#7a4a00',
  underwayQuiet: '#fdeed2',
  planned: '#1f4c8c',
  plannedQuiet: '#e4edfa',
  caution: '#664600',
  cautionQuiet: '#fff2d1',
  fault: '#9c2318',
  faultQuiet: '#fdebe8',
  sea: '#d9e7ea',
  land: '#fbfcf8',
  coast: '#8fa8a1',
  seaInk: '#3f5a62',
};

export const dark: Palette = {
  ground: '#0c1310',
  surface: '#131c18',
  surfaceQuiet: '#1b2621',
  ink: '#e9f0ec',
  inkQuiet: '#a8b7af',
  line: '#2a3731',
  lineStrong: '#74867d',
  accent: '#5ccba1',
  accentStrong: '#8bdfbf',
  accentQuiet: '#143529',
  onAccent: '#04231a',
  available: '#79d9ad',
  availableQuiet: '#12372a',
  underway: '#f2bf6c',
  underwayQuiet: '#3a2a0c',
  planned: '#9dc1f7',
  plannedQuiet: '#182c4b',
  caution: '#f0cd85',
  cautionQuiet: '#332708',
  fault: '#f5a79d',
  faultQuiet: '#41170f',
  sea: '#0a1518',
  land: '#28363e',
  coast: '#708d85',
  seaInk: '#8fa9b0',
};

const fontFamily = '"Inter Variable", "Inter Fallback", "Inter Fallback Wide", system-ui, sans-serif';

/** In rem, so that they follow the person's own text size. */
const textSizes = { small: 0.875, body: 1, lead: 1.125, title: 1.25, display: 1.75 };

/** In rem. */
const spaces = [0.25, 0.5, 0.75, 1, 1.5, 2, 3];

const corners = { small: '6px', medium: '10px', large: '16px', round: '999px' };

/** The same in both palettes: black with an opacity. */
const shadows = {
  raised: '0 1px 2px rgb(6 30 22 / 8%), 0 2px 8px rgb(6 30 22 / 6%)',
  sheet: '0 -2px 16px rgb(6 30 22 / 14%)',
  floating: '0 2px 6px rgb(6 30 22 / 14%), 0 10px 28px rgb(6 30 22 / 12%)',
};

/** The content of `app/tokens.css`. */
export function themeCss(): string {
  const shared = {
    'font-family': fontFamily,
    ...prefixed('text', textSizes, (rem) => `${rem}rem`),
    ...prefixed('space', { ...spaces }, (rem) => `${rem}rem`, 1),
    ...prefixed('corner', corners),
    ...prefixed('shadow', shadows),
  };
  const paletteOf = (palette: Palette) => prefixed('color', { ...palette });
  return [
    '/* Written from components/theme.ts by its test: `vitest run components/theme.test.ts -u`. */',
    rule(':root', { 'color-scheme': 'light dark', ...variables(shared), ...variables(paletteOf(light)) }),
    '',
    // printed pages stay light
    '@media screen and (prefers-color-scheme: dark) {',
    rule(':root', variables(paletteOf(dark)), '  '),
    '}',
    '',
  ].join('\n');
}

function prefixed<T>(
  prefix: string,
  values: Readonly<Record<string, T>>,
  write: (value: T) => string = String,
  countFrom = 0,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const label = /^\d+$/.test(name) ? String(Number(name) + countFrom) : kebab(name);
      return [`${prefix}-${label}`, write(value)];
    }),
  );
}

function variables(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function rule(selector: string, declarations: Readonly<Record<string, string>>, indent = ''): string {
  const lines = Object.entries(declarations).map(([name, value]) => `${indent}  ${name}: ${value};`);
  return [`${indent}${selector} {`, ...lines, `${indent}}`].join('\n');
}
