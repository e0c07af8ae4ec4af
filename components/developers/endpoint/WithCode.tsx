import { createElement, Fragment } from 'react';

/** A text whose words between backticks are code. */
export function WithCode({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, at) => createElement(Fragment, { key: at }, at % 2 === 1 ? <code>{part}</code> : part));
}
