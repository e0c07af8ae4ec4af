import { readFileSync } from 'node:fs';
import { absoluteFolder, buildFolder } from '#server/http/build-folder.ts';

const buildPrefix = '/_next/';
/** A link to a style sheet of the build. */
const sheetLink = /<link rel="stylesheet" href="(\/_next\/[^"]+)"[^>]*>/g;

/** Reads a style sheet by its address below `/_next/`. */
export type SheetReader = (href: string) => string;

/** Reads the style sheets of the build, each once. */
export function buildSheets(): SheetReader {
  const folder = absoluteFolder(buildFolder());
  const read = new Map<string, string>();
  return (href) => {
    const text = read.get(href) ?? readFileSync(`${folder}/${href.slice(buildPrefix.length)}`, 'utf8');
    read.set(href, text);
    return text;
  };
}

/**
 * Writes the rules that a page is first painted with into its head, and moves the links to its style sheets behind its
 * content, where they keep nothing from being painted: a browser then needs no further round trip before it shows the
 * words of the page. What scripts add later is styled by the sheets.
 */
export function withFirstStyles(html: string, sheetAt: SheetReader): string {
  const [head, body] = [html.indexOf('</head>'), html.lastIndexOf('</body>')];
  const links = [...html.slice(0, Math.max(head, 0)).matchAll(sheetLink)];
  if (links.length === 0 || body < head) return html;
  const rules = links.map(([, href = '']) => rulesFor(html, sheetAt(href))).join('');
  const moved = links.map(([link]) => link.replace('<link', '<link fetchpriority="low"')).join('');
  const withoutLinks = html.slice(0, head).replaceAll(sheetLink, '');
  return `${withoutLinks}<style>${rules}</style>${html.slice(head, body)}${moved}${html.slice(body)}`;
}

/**
 * The lines of a style sheet that concern a page. The build writes the rules of each source file on a line of its own, and
 * CSS modules give each file classes that no other has; a line without classes concerns every page. Lines that load files,
 * such as typefaces, are left to the sheet.
 */
function rulesFor(html: string, sheet: string): string {
  return sheet
    .split('\n')
    .filter((line) => {
      const classes = classesIn(line);
      return (classes.length === 0 || classes.some((name) => html.includes(name))) && !loadsFile.test(line);
    })
    .join('');
}

const loadsFile = /url\((?!["']?data:)/;

/** The classes in a line, without the escapes of CSS. */
function classesIn(line: string): string[] {
  const found = line.matchAll(/\.(-?(?:[a-z_]|\\[0-9a-f]+ ?)(?:[\w-]|\\[0-9a-f]+ ?)*)/gi);
  return [...new Set([...found].map(([, name = '']) => unescaped(name)))];
}

const unescaped = (name: string) =>
  name.replaceAll(/\\([0-9a-f]+) ?/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
