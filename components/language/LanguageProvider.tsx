'use client';

import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo } from 'react';
import type { Language } from '#lib/messages/language.ts';
import { type CatalogueText, type Say, sayFromText } from '#lib/messages/say.ts';

const SayContext = createContext<{ readonly language: Language; readonly say: Say } | undefined>(undefined);

interface LanguageProviderProps {
  readonly language: Language;
  /** The messages of the page's language only: scripts do not contain catalogues. */
  readonly catalogue: CatalogueText;
  readonly children: ReactNode;
}

/** Provides the language of the page and its messages to all components inside. */
export function LanguageProvider({ language, catalogue, children }: LanguageProviderProps) {
  const value = useMemo(() => ({ language, say: sayFromText(catalogue) }), [language, catalogue]);
  useLayoutEffect(() => window.replayEarlyInput?.(), []);
  return <SayContext value={value}>{children}</SayContext>;
}

/** The `Say` of the page. */
export function useSay(): Say {
  return useMessages().say;
}

/** The language of the page. */
export function useLanguage(): Language {
  return useMessages().language;
}

function useMessages() {
  const messages = useContext(SayContext);
  if (messages === undefined) throw new Error('Render this inside <LanguageProvider>.');
  return messages;
}
