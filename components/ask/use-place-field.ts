import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import { isShortMapLink } from '#lib/map/map-link.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import { usePlaces } from './use-places.ts';

/** The state of the search field and its list. `active` is the index of the marked suggestion, -1 for none. */
export function usePlaceField(onAsk: Ask) {
  const say = useSay();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isUnknown, setIsUnknown] = useState(false);
  const state = usePlaces(isOpen ? text.trim() : '');
  const suggestions = suggestionsFor(say, text, state);
  const shown = isOpen ? suggestions : [];

  function type(value: string) {
    setText(value);
    setIsOpen(true);
    setActive(-1);
    setIsUnknown(false);
  }

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function choose({ point, name, address, isAddress = false }: Suggestion) {
    setText(address ?? name);
    close();
    onAsk({ point, address, isAddress }, 'typed');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = suggestions[Math.max(0, active)];
    if (chosen !== undefined) return choose(chosen);
    setIsUnknown(true);
    field.current?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      // past either end comes the field itself
      setActive((at) => ((at + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
    }
    if (event.key === 'Escape') {
      if (shown.length === 0) setText('');
      close();
    }
  }

  const reason: MessageKey = isShortMapLink(text) ? 'search.short-link' : 'search.nothing';
  const unknown = isUnknown ? reason : undefined;
  const fault: MessageKey | undefined = state.kind === 'failed' ? 'search.failed' : unknown;
  return {
    field,
    text,
    active,
    shown,
    fault,
    isUnknown,
    type,
    choose,
    submit,
    handleKey,
    leave: () => setIsOpen(false),
  } as const;
}
