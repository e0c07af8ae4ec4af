import type { ReactNode } from 'react';
import { pageFacts } from '#server/page-facts.ts';
import { DemonstrationBanner } from '../../components/ui/DemonstrationBanner.tsx';
import { SiteFrame } from '../../components/ui/SiteFrame.tsx';

// whether the data are for demonstration, and the site's key, are asked for at each request
export const dynamic = 'force-dynamic';

export default function PublicLayout({ children }: { children: ReactNode }) {
  return <SiteFrame banner={pageFacts().demonstration && <DemonstrationBanner />}>{children}</SiteFrame>;
}
