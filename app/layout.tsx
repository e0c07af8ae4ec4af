import '@fontsource-variable/inter/wght.css';
import './fonts/macrons.css';
import './globals.css';
import { readFileSync } from 'node:fs';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { dark, light } from '#components/theme.ts';
import { htmlLanguage } from '#lib/messages/language.ts';
import { pageWords } from './page-words.ts';

// Within the page, and no SVG: with each new address, so with each answer, a browser may fetch its icon again, and lays an
// SVG out anew on the thread that should draw the answer. Browsers that want another form ask for /favicon.ico themselves.
const icon = `data:image/png;base64,${readFileSync('public/icon-32.png', 'base64')}`;

export const metadata: Metadata = {
  title: { default: 'Wātea', template: '%s · Wātea' },
  icons: { icon: { url: icon, type: 'image/png', sizes: '32x32' }, apple: '/apple-touch-icon.png' },
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
