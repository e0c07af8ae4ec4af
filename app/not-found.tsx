import type { Metadata } from 'next';
import { MessagePage } from '../components/ui/MessagePage.tsx';
import { SiteFrame } from '../components/ui/SiteFrame.tsx';

export const metadata: Metadata = { title: 'No page here' };

export default function NotFound() {
  return (
    <SiteFrame>
      <MessagePage title="There is no page at this address">
        <p>Perhaps the link is old, or a letter of it went missing on the way.</p>
        <p>
          <a href="/">Go to the map</a>
        </p>
      </MessagePage>
    </SiteFrame>
  );
}
