import { createElement, Fragment, type ReactNode } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { MessageKey } from '#lib/messages/en.ts';

interface RichMessageProps {
  readonly message: MessageKey;
  /** The value of each `{name}` in the message, such as a link or a name in another language. */
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** A message with elements as values, in the order of the language. */
export function RichMessage({ message, values }: RichMessageProps) {
  const say = useSay();
  const pieces = say(message).split(/\{(\w+)\}/);
  const filled = pieces.map((piece, at) => (at % 2 === 0 ? piece : values[piece]));
  return createElement(Fragment, null, ...filled);
}
