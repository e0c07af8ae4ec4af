'use client';

import { VisuallyHidden } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { counted } from '#lib/counted.ts';
import styles from './FindBox.module.css';

/** Something that a typed text may mean. */
export interface FoundSuggestion {
  readonly href: string;
  readonly title: string;
  /** Its kind, and what else tells it from others. */
  readonly detail: string;
}

interface FindBoxProps {
  readonly label: string;
  /** Whether the label is seen; screen readers have it in any case. */
  readonly isLabelShown?: boolean;
  readonly initial?: string;
  readonly placeholder?: string;
  readonly shortcuts?: string;
}

/**
 * The field of a form that finds anything: a combobox as in the ARIA Authoring Practices. The focus stays in the field while
 * the arrow keys move through the suggestions; Enter opens the marked one, or sends the form.
 */
export function FindBox({ label, isLabelShown = false, initial = '', placeholder, shortcuts }: FindBoxProps) {
  const id = useId();
  const router = useRouter();
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(isOpen ? text.trim() : '');
  const isShown = isOpen && suggestions.length > 0;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const follow = ({ href }: FoundSuggestion) => {
    close();
    router.push(href);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const marked = suggestions[active];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      // past either end comes the field itself
      setActive((at) => ((at + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
    }
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
    if (event.key === 'Enter' && isShown && marked !== undefined) {
      event.preventDefault();
      follow(marked);
    }
  };
  return (
    <div className={styles.box}>
      {isLabelShown && (
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      )}
      <input
        id={id}
        className={styles.field}
        name="q"
        type="text"
        role="combobox"
        aria-label={isLabelShown ? undefined : label}
        aria-keyshortcuts={shortcuts}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        maxLength={255}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={handleKey}
        onBlur={close}
      />
      <div id={`${id}-list`} className={styles.list} role="listbox" aria-label="Suggestions" hidden={!isShown}>
        {suggestions.map((suggestion, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus is in the field, whose arrow and Enter keys do this
          <div
            key={suggestion.href + suggestion.title}
            id={`${id}-${at}`}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            // the field must not lose the focus before the click
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => follow(suggestion)}
          >
            {suggestion.title}
            <span className={styles.detail}>{suggestion.detail}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden role="status">{isShown ? counted(suggestions.length, 'suggestion') : ''}</VisuallyHidden>
    </div>
  );
}

/** How long nothing is typed before suggestions are asked for, in milliseconds. */
const pauseMs = 150;

/** What a text may mean, as the server says; empty until it has answered about this very text. */
function useSuggestions(text: string): readonly FoundSuggestion[] {
  const [found, setFound] = useState<{ readonly text: string; readonly rows: readonly FoundSuggestion[] }>();
  useEffect(() => {
    if (text === '') return;
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      // whoever cannot be answered sends the form, whose page says why
      const answer = await fetch(`/admin/search/suggestions?q=${encodeURIComponent(text)}`, {
        signal: asked.signal,
      }).catch(() => undefined);
      if (answer?.ok === true) setFound({ text, rows: (await answer.json()) as readonly FoundSuggestion[] });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [text]);
  return found !== undefined && found.text === text ? found.rows : nothing;
}

const nothing: readonly FoundSuggestion[] = [];
