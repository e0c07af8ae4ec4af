import { expect, test } from 'vitest';
import { withFirstStyles } from './first-styles.ts';

const sheets: Readonly<Record<string, string>> = {
  '/_next/static/a.css': [
    '@font-face{font-family:Inter;src:url(../media/inter.0a_b1.woff2)format("woff2")}',
    ':root{--gap:.75rem}',
    '.Aa11Bb_shown{gap:var(--gap)}.Aa11Bb_hovered:hover{gap:0}',
    '.Cc22Dd_elsewhere{gap:.5rem}',
  ].join('\n'),
  '/_next/static/b.css': '.\\30 9hUG_links{gap:1px}\n._3e_NFW_map{background:url(data:image/png;base64,AA==)}',
};
const link = (name: string) => `<link rel="stylesheet" href="/_next/static/${name}.css" data-precedence="next"/>`;
const later = (name: string) => link(name).replace('<link', '<link fetchpriority="low"');
const page = (head: string, body: string) => `<html><head><title>T</title>${head}</head><body>${body}</body></html>`;
const styled = (html: string) => withFirstStyles(html, (href) => sheets[href] ?? '');

test('the rules of what a page shows are in its head, and its sheets behind its content, in their order', () => {
  const body = '<p class="Aa11Bb_shown 09hUG_links">Words</p><script>1</script>';
  expect(styled(page(`${link('a')}<meta/>${link('b')}`, body))).toBe(
    page(
      '<meta/><style>:root{--gap:.75rem}.Aa11Bb_shown{gap:var(--gap)}.Aa11Bb_hovered:hover{gap:0}.\\30 9hUG_links{gap:1px}</style>',
      `${body}${later('a')}${later('b')}`,
    ),
  );
});

test('rules with a picture of their own are for the first look, typefaces are left to the sheet', () => {
  const html = styled(page(`${link('a')}${link('b')}`, '<div class="_3e_NFW_map"></div>'));
  expect(html).toContain('<style>:root{--gap:.75rem}._3e_NFW_map{background:url(data:image/png;base64,AA==)}</style>');
  expect(html).not.toContain('woff2');
});

test.each([
  page('', '<p>A page without sheets</p>'),
  page('<link rel="stylesheet" href="https://elsewhere.example/a.css"/>', '<p>A sheet of another site</p>'),
  'A text that is no page',
])('%s stays as it is', (html) => {
  expect(styled(html)).toBe(html);
});
