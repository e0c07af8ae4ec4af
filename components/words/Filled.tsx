import { createElement, Fragment, type ReactNode } from 'react';
import type { MessageKey } from '#lib/messages/en/index.ts';
import { useSay } from './Words.tsx';

interface FilledProps {
  readonly message: MessageKey;
  /** What stands for each `{name}` of the message: links, names in another language. */
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** A message whose names are filled with parts of a page, in the order in which the language puts them. */
export function Filled({ message, values }: FilledProps) {
  const say = useSay();
  const pieces = say(message).split(/\{(\w+)\}/);
  const filled = pieces.map((piece, at) => (at % 2 === 0 ? piece : values[piece]));
  return createElement(Fragment, null, ...filled);
}
