import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { ScrollGroup } from '#components/ui/ScrollGroup.tsx';
import { anchorOf } from '#lib/developers/guides.ts';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './Markdown.module.css';

interface MarkdownProps {
  readonly text: string;
  /** The level of the first heading on the page. */
  readonly startsAt: number;
  /** Where a link of the text leads; undefined for one that is shown as text. */
  readonly linkTo: (href: string) => string | undefined;
}

/** Our own documents as React elements: no HTML of theirs reaches the page but the anchors of headings. */
export function Markdown({ text, startsAt, linkTo }: MarkdownProps) {
  const tokens = lexer(text);
  const least = Math.min(
    ...tokens.flatMap((token) => (token.type === 'heading' ? [(token as Tokens.Heading).depth] : [])),
  );
  const render = renderer({ deeperBy: Number.isFinite(least) ? startsAt - least : 0, linkTo });
  return (
    <div className={styles.text} lang="en-NZ">
      {render(tokens)}
    </div>
  );
}

interface Rendering {
  readonly deeperBy: number;
  readonly linkTo: MarkdownProps['linkTo'];
}

function renderer({ deeperBy, linkTo }: Rendering) {
  const anchors = new Set<string>();
  const all = (tokens: readonly Token[] = []): ReactNode[] =>
    // tokens have no names; they never change places
    tokens.map((token, at) => createElement(Fragment, { key: at }, one(token)));

  function one(token: Token): ReactNode {
    switch (token.type) {
      case 'heading':
        return heading(token as Tokens.Heading);
      case 'paragraph':
        return <p>{all(token.tokens)}</p>;
      case 'text':
        return 'tokens' in token && token.tokens !== undefined
          ? all(token.tokens)
          : decoded((token as Tokens.Text).text);
      case 'strong':
        return <strong>{all(token.tokens)}</strong>;
      case 'em':
        return <em>{all(token.tokens)}</em>;
      case 'codespan':
        return <code>{(token as Tokens.Codespan).text}</code>;
      case 'escape':
        return (token as Tokens.Escape).text;
      case 'br':
        return <br />;
      case 'code':
        return <CodeBlock text={(token as Tokens.Code).text} />;
      case 'link':
        return link(token as Tokens.Link);
      case 'list':
        return list(token as Tokens.List);
      case 'table':
        return tableOf(token as Tokens.Table, all);
      default:
        // blank lines, and the anchors of headings, which have become ids
        return null;
    }
  }

  function heading({ tokens, depth, text }: Tokens.Heading): ReactNode {
    const level = Math.min(6, Math.max(1, depth + deeperBy));
    const anchor = /<a id="([^"]+)">/.exec(text)?.[1] ?? anchorOf(text);
    // several may have the same words: a link leads to the first
    const id = anchors.has(anchor) ? undefined : anchor;
    anchors.add(anchor);
    return createElement(`h${level}`, { id }, all(tokens));
  }

  function link({ href, tokens }: Tokens.Link): ReactNode {
    const target = linkTo(href);
    return target === undefined ? all(tokens) : <a href={target}>{all(tokens)}</a>;
  }

  function list({ ordered, items }: Tokens.List): ReactNode {
    const entries = items.map((item, at) => createElement('li', { key: at }, all(item.tokens)));
    return ordered ? <ol>{entries}</ol> : <ul>{entries}</ul>;
  }

  return all;
}

function tableOf({ header, rows }: Tokens.Table, all: (tokens: readonly Token[]) => ReactNode[]): ReactNode {
  const row = (cells: readonly Tokens.TableCell[]) =>
    cells.map((cell, at) => createElement('td', { key: at }, all(cell.tokens)));
  return (
    <ScrollGroup label={header.map(({ text }) => text).join(', ')} className={styles.scroll}>
      <table>
        <thead>
          <tr>{header.map((cell, at) => createElement('th', { key: at, scope: 'col' }, all(cell.tokens)))}</tr>
        </thead>
        <tbody>{rows.map((cells, at) => createElement('tr', { key: at }, row(cells)))}</tbody>
      </table>
    </ScrollGroup>
  );
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The lexer may leave entities as they were written. */
const decoded = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
