import { preload } from 'react-dom';
import { pageFacts } from '#app/page-facts.ts';
import { Explorer } from '#components/map/Explorer.tsx';

export default function FirstPage() {
  preload('/land/nz.json', { as: 'fetch', crossOrigin: 'anonymous' });
  return <Explorer {...pageFacts()} />;
}
