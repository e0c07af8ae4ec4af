import { expect, test } from 'vitest';
import { inlineStyles } from './inline-styles.ts';

test('each style sheet is written into the page, and its link styles and delays nothing', () => {
  const html = [
    '<head><link rel="stylesheet" href="/_next/static/chunks/a~1.css" nonce="n" data-precedence="next"/>',
    '<link rel="stylesheet" href="/_next/static/chunks/b-2.css" nonce="n"/></head>',
  ].join('');
  expect(inlineStyles(html, (name) => `.a{content:"$& ${name}"}`)).toBe(
    [
      '<head><style>.a{content:"$& chunks/a~1.css"}</style>',
      '<link rel="stylesheet" href="/_next/static/chunks/a~1.css" media="not all" nonce="n" data-precedence="next"/>',
      '<style>.a{content:"$& chunks/b-2.css"}</style>',
      '<link rel="stylesheet" href="/_next/static/chunks/b-2.css" media="not all" nonce="n"/></head>',
    ].join(''),
  );
});

test('a style sheet of another site stays a link', () => {
  const html = '<link rel="stylesheet" href="https://example.nz/a.css"/>';
  expect(inlineStyles(html, () => 'no')).toBe(html);
});
