import '@fontsource-variable/inter/wght.css';
import './fonts/macrons.css';
import './globals.css';
import { readFileSync } from 'node:fs';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { dark, light } from '#components/theme.ts';
import { keepEarlyInput } from '#components/ui/early-input.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { htmlLanguage } from '#lib/messages/language.ts';
import { pageWords } from './page-words.ts';

// Inline, and not SVG: with each new address, and so with each answer, a browser may load the icon again, and it lays out an
// SVG on the thread that should draw the answer. Browsers that want another format request /favicon.ico themselves.
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
      <head>
        <script nonce={getExchange()?.pageNonce}>{`(${keepEarlyInput})()`}</script>
      </head>
      <body>{children}</body>
    </html>
  );
}
