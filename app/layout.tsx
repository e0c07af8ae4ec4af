import '@fontsource-variable/inter/wght.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { dark, light } from '../components/theme.ts';

export const metadata: Metadata = {
  title: { default: 'Wātea: which broadband is available where', template: '%s · Wātea' },
  description:
    'Choose a point on the map of New Zealand and see which broadband is available there, from whom, how fast, and what is planned.',
  icons: { icon: '/mark.svg', apple: '/apple-touch-icon.png' },
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: light.surface },
    { media: '(prefers-color-scheme: dark)', color: dark.surface },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-NZ">
      <body>{children}</body>
    </html>
  );
}
