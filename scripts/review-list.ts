/**
 * Writes the list of all texts in te reo Māori for a speaker to review, as a page to print: key, English, Māori, and where
 * each text appears.
 *
 *     node scripts/review-list.ts review.html
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOf } from '#lib/messages/catalogue.ts';
import { en, type MessageKey } from '#lib/messages/en.ts';
import type { Message } from '#lib/messages/say.ts';

const root = join(import.meta.dirname, '..');
const folders = ['components', 'app', 'lib', 'server'];

/** The source files that use each key, as paths in the project. */
function usesOfKeys(): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const folder of folders) {
    for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })) {
      if (file.endsWith('.test.ts') || file.startsWith('lib/messages/')) continue;
      const text = readFileSync(join(root, file), 'utf8');
      for (const [, key = ''] of text.matchAll(/['"`]([a-z]+\.[a-z0-9-]*)(?:['"`]|\$\{)/g)) {
        const known = uses.get(key) ?? [];
        if (!known.includes(file)) uses.set(key, [...known, file]);
      }
    }
  }
  return uses;
}

/** The files of a key: those that name it, or that put it together from its beginning. */
function filesOf(key: string, uses: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const whole = uses.get(key);
  if (whole !== undefined) return whole;
  return [...uses].filter(([start]) => /[-.]$/.test(start) && key.startsWith(start)).flatMap(([, files]) => files);
}

/** The page, as HTML. */
export function reviewPage(): string {
  const uses = usesOfKeys();
  const rows = (Object.keys(en) as MessageKey[]).map((key) => {
    const cells = [key, textOf(en[key]), textOf(messagesOf.mi[key] ?? ''), filesOf(key, uses).join(' ')];
    return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}<td></td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Wātea: texts in te reo Māori, awaiting review by a speaker</title>
<style>
body { font: 11px/1.4 sans-serif } table { border-collapse: collapse; width: 100% } thead { display: table-header-group }
td, th { border: 1px solid #999; padding: 4px; text-align: left; vertical-align: top } tr { break-inside: avoid }
td:nth-child(1), td:nth-child(4) { width: 15%; overflow-wrap: anywhere; color: #555 } td:nth-child(5) { width: 15% }
@page { size: A4 landscape; margin: 12mm }
</style>
<h1>Texts in te reo Māori, awaiting review by a speaker</h1>
<p>${rows.length} texts. Words in {braces} are filled in; a text with two lines has one for the number 1 and one for all others.</p>
<table><thead><tr><th>Key</th><th>English</th><th>Māori</th><th>Where it appears</th><th>Correction</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
</html>
`;
}

function textOf(message: Message): string {
  return typeof message === 'string' ? message : `${message.one}\n${message.other}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
}

if (import.meta.main) writeFileSync(process.argv[2] ?? 'review.html', reviewPage());
