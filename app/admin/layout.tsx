import '@mantine/core/styles.css';
import { ColorSchemeScript } from '@mantine/core';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { StaffTheme } from '#components/admin/shell/StaffTheme.tsx';
import { getExchange } from '#lib/http/exchange.ts';

export const metadata: Metadata = {
  title: { default: 'Staff', template: '%s · Wātea staff' },
  robots: { index: false, follow: false },
  referrer: 'same-origin',
};

// every staff page depends on who is signed in
export const dynamic = 'force-dynamic';

export default function StaffLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ColorSchemeScript defaultColorScheme="auto" nonce={getExchange()?.pageNonce} />
      <StaffTheme>{children}</StaffTheme>
    </>
  );
}
