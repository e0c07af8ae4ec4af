import { preload } from 'react-dom';
import { Explorer } from '#components/map/Explorer.tsx';
import { pageFacts } from '#server/pages/rendered/page-facts.ts';

export default function FirstPage() {
  preload('/land/nz.json', { as: 'fetch', crossOrigin: 'anonymous' });
  return <Explorer {...pageFacts()} />;
}
