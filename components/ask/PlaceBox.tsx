import { type FormEvent, type KeyboardEvent, memo, useId, useRef, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import { Button } from '#components/ui/Button.tsx';
import { LocateButton } from './LocateButton.tsx';
import styles from './PlaceBox.module.css';
import { SuggestionList } from './SuggestionList.tsx';
import { type Suggestion, suggestionsFor } from './suggestions.ts';
import { usePlaces } from './use-places.ts';

interface PlaceBoxProps {
  /** Whether street addresses are among what is searched. */
  readonly hasAddresses: boolean;
  readonly onAsk: Ask;
}

/**
 * The one field that takes a place's name, an address or coordinates; a combobox as the ARIA Authoring Practices describe
 * it: the focus stays in the field, arrow keys walk through the list below it.
 */
export const PlaceBox = memo(function PlaceBox({ hasAddresses, onAsk }: PlaceBoxProps) {
  const say = useSay();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isNothing, setIsNothing] = useState(false);
  const state = usePlaces(isOpen ? text.trim() : '');
  const suggestions = suggestionsFor(say, text, state);
  const isShown = isOpen && suggestions.length > 0;

  function type(value: string) {
    setText(value);
    setIsOpen(true);
    setActive(-1);
    setIsNothing(false);
  }

  function choose({ point, name, address }: Suggestion) {
    setText(address ?? name);
    setIsOpen(false);
    setActive(-1);
    onAsk({ point, address }, 'typed');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = suggestions[Math.max(0, active)];
    if (chosen !== undefined) return choose(chosen);
    setIsNothing(true);
    field.current?.focus();
  }

  function walk(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      // past either end lies the field itself
      setActive((at) => ((at + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
    }
    if (event.key === 'Escape') {
      if (!isShown) setText('');
      setIsOpen(false);
      setActive(-1);
    }
  }

  const fault = state.kind === 'failed' ? 'search.failed' : isNothing ? 'search.nothing' : undefined;
  return (
    <search>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor={id} className={styles.label}>
          {say('search.label')}
        </label>
        <div className={styles.row}>
          <input
            ref={field}
            id={id}
            type="text"
            role="combobox"
            className={styles.input}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={walk}
            onBlur={() => setIsOpen(false)}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={`${id}-list`}
            aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
            aria-describedby={`${id}-hint`}
            aria-invalid={isNothing}
          />
          <Button type="submit">{say('ask.ask')}</Button>
        </div>
        <LocateButton onAsk={onAsk} />
        <SuggestionList id={id} suggestions={isShown ? suggestions : []} active={active} onChoose={choose} />
        <p id={`${id}-hint`} className={fault === undefined ? styles.hint : styles.fault} aria-live="polite">
          {say(fault ?? (hasAddresses ? 'search.hint' : 'search.hint-without-addresses'))}
        </p>
      </form>
    </search>
  );
});
