import { readFileSync } from 'node:fs';
import { absoluteFolder, buildFolder } from '#server/http/build-folder.ts';

/** What Next writes for a style sheet of the build. */
const sheet = /<link rel="stylesheet" href="\/_next\/static\/(chunks\/[\w~.-]+\.css)"/g;

/** The content of a style sheet of the build, as it is written in a page. */
export type StylesOf = (name: string) => string;

/**
 * A page with the content of its style sheets, so that a browser draws it before it has loaded anything else. Their links
 * stay, because React looks for them, and the next page has them in the browser's cache; but nothing waits for them, and
 * they style nothing.
 */
export function inlineStyles(html: string, stylesOf: StylesOf): string {
  return html.replace(sheet, (link, name: string) => `<style>${stylesOf(name)}</style>${link} media="not all"`);
}

/** Reads each style sheet of the build once. What they name relative to themselves, a page names in full. */
export function stylesOfBuild(): StylesOf {
  const folder = `${absoluteFolder(buildFolder())}/static/`;
  const known = new Map<string, string>();
  return (name) => {
    const styles = known.get(name) ?? readFileSync(`${folder}${name}`, 'utf8').replaceAll('(../', '(/_next/static/');
    known.set(name, styles);
    return styles;
  };
}
