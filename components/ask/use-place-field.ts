import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import type { Suggestion } from './suggestions.ts';
import { usePlaces } from './use-places.ts';

/** What reads texts, loaded when the field is first used. */
type Reader = typeof import('./suggestions.ts');

/** The state of the search field and its list. `active` is the index of the marked suggestion, -1 for none. */
export function usePlaceField(onAsk: Ask) {
  const say = useSay();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isUnknown, setIsUnknown] = useState(false);
  const [reader, setReader] = useState<Reader>();
  const [isReaderMissing, setIsReaderMissing] = useState(false);
  const state = usePlaces(isOpen ? text.trim() : '');
  const suggestions = reader?.suggestionsFor(say, text, state) ?? [];
  const shown = isOpen ? suggestions : [];

  async function loadReader(): Promise<Reader | undefined> {
    try {
      const loaded = reader ?? (await import('./suggestions.ts'));
      setReader(loaded);
      return loaded;
    } catch {
      setIsReaderMissing(true);
      return undefined;
    }
  }

  function type(value: string) {
    setIsReaderMissing(false);
    void loadReader();
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

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = (await loadReader())?.suggestionsFor(say, text, state) ?? [];
    const chosen = found[Math.max(0, active)];
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

  const unknown = isUnknown ? (reader?.reasonForNothing(text) ?? 'search.nothing') : undefined;
  const fault: MessageKey | undefined = isReaderMissing || state.kind === 'failed' ? 'search.failed' : unknown;
  return {
    ...{ field, text, active, shown, fault, isUnknown },
    ...{ begin: loadReader, type, choose, submit, handleKey, leave: () => setIsOpen(false) },
  } as const;
}
