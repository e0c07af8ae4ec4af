import type { ReactNode } from 'react';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { Markdown } from '#components/developers/markdown/Markdown.tsx';
import { linkOnSite } from './documents.ts';
import { developerPageWords } from './words.ts';

interface ArticleProps {
  readonly title: string;
  /** In Markdown, in English. */
  readonly text: string;
  readonly children?: ReactNode;
}

/** A page for developers that is made of our documents. */
export function Article({ title, text, children }: ArticleProps) {
  const { english } = developerPageWords();
  return (
    <DeveloperPage title={title} intro={english === '' ? undefined : english}>
      <Markdown text={text} startsAt={2} linkTo={linkOnSite} />
      {children}
    </DeveloperPage>
  );
}
