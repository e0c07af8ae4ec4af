import '@fontsource-variable/inter/wght.css';
import './fonts/macrons.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { htmlLanguage } from '#lib/messages/language.ts';
import { pageWords } from '#server/page-words.ts';
import { dark, light } from '../components/theme.ts';

export const metadata: Metadata = {
  title: { default: 'Wātea', template: '%s · Wātea' },
  // no SVG: with each new address a browser would lay it out anew, on the thread that should draw the answer
  icons: { icon: { url: '/favicon.ico', sizes: '16x16 32x32 48x48' }, apple: '/apple-touch-icon.png' },
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
    <html lang={htmlLanguage[pageWords().language]}>
      <body>{children}</body>
    </html>
  );
}
