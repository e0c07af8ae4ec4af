import { preload } from 'react-dom';
import { pageFacts } from '#server/page-facts.ts';
import { Explorer } from '../../components/map/Explorer.tsx';

export default function FirstPage() {
  const { siteKey, supportEmail, demonstration } = pageFacts();
  preload('/land/nz.json', { as: 'fetch', crossOrigin: 'anonymous' });
  return <Explorer siteKey={siteKey} supportEmail={supportEmail} demonstration={demonstration} />;
}
