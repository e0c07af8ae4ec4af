import { expect, test } from 'vitest';
import { embedSnippet } from './embed-snippet.ts';

test('any address and title are escaped', () => {
  const snippet = embedSnippet('https://watea.example/embed/-41/174?address="><script>&lang=mi', 'At "A" & <b>');
  expect(snippet).toContain('src="https://watea.example/embed/-41/174?address=&quot;&gt;&lt;script&gt;&amp;lang=mi"');
  expect(snippet).toContain('title="At &quot;A&quot; &amp; &lt;b&gt;"');
  expect(snippet.match(/[<>]/g)).toHaveLength(4);
});
