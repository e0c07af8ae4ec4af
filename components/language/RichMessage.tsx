import { createElement, Fragment, type ReactNode } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { MessageKey } from '#lib/messages/en/index.ts';

interface RichMessageProps {
  readonly message: MessageKey;
  /** What stands for each `{name}` of the message: links, names in another language. */
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** A message whose names are filled with parts of a page, in the order in which the language puts them. */
export function RichMessage({ message, values }: RichMessageProps) {
  const say = useSay();
  const pieces = say(message).split(/\{(\w+)\}/);
  const filled = pieces.map((piece, at) => (at % 2 === 0 ? piece : values[piece]));
  return createElement(Fragment, null, ...filled);
}
