import { type FormEvent, type KeyboardEvent, memo, useId, useRef, useState } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import { Announcement } from '#components/ui/Announcement.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Icon } from '#components/ui/Icon.tsx';
import { displayText } from '#lib/map/answer/words.ts';
import { roundPoint } from '#lib/map/degrees.ts';
import { isShortMapLink } from '#lib/map/map-link.ts';
import { searchPath } from '#lib/map/search.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import styles from './PlaceBox.module.css';
import { type Suggestion, suggestionsFor, usePlaces } from './suggestions.ts';

interface PlaceBoxProps {
  /** Whether the search includes street addresses. */
  readonly hasAddresses: boolean;
  readonly onAsk: Ask;
}

/**
 * The field for the name of a place, an address or coordinates: a combobox as in the ARIA Authoring Practices. The focus
 * stays in the field while the arrow keys move through the list below it. Without JavaScript the form asks for the page of
 * a search.
 */
export const PlaceBox = memo(function PlaceBox({ hasAddresses, onAsk }: PlaceBoxProps) {
  const say = useSay();
  const language = useLanguage();
  const id = useId();
  const { field, text, active, shown, fault, isUnknown, type, choose, submit, handleKey, leave } = usePlaceField(onAsk);
  const isShown = shown.length > 0;
  return (
    <search>
      <form className={styles.form} action={searchPath} onSubmit={submit}>
        {language !== 'en' && <input type="hidden" name="lang" value={language} />}
        <label htmlFor={id} className={styles.label}>
          {say('search.label')}
        </label>
        <div className={styles.row}>
          <input
            ref={field}
            id={id}
            type="text"
            name="q"
            role="combobox"
            className={styles.input}
            placeholder={say('search.placeholder')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={handleKey}
            onBlur={leave}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={`${id}-list`}
            aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
            aria-describedby={`${id}-hint`}
            aria-invalid={isUnknown}
          />
          {/* the field keeps the focus until the click: without it the list would close, and the button move away below the finger */}
          <Button type="submit" onPointerDown={(event) => event.preventDefault()}>
            {say('ask.ask')}
          </Button>
          <LocateButton onAsk={onAsk} />
        </div>
        <SuggestionList id={id} suggestions={shown} active={active} onChoose={choose} />
        <p id={`${id}-hint`} className={fault === undefined ? styles.hint : styles.fault} aria-live="polite">
          {say(fault ?? (hasAddresses ? 'search.hint' : 'search.hint-without-addresses'))}
        </p>
      </form>
    </search>
  );
});

/** The state of the search field and its list. `active` is the index of the marked suggestion, -1 for none. */
function usePlaceField(onAsk: Ask) {
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

/** How long a device may take to find its location, in milliseconds. */
const timeoutMs = 15_000;

/** Asks about the person's own location, with their permission. */
function LocateButton({ onAsk }: { onAsk: Ask }) {
  const say = useSay();
  const [state, setState] = useState<'idle' | 'looking' | MessageKey>('idle');

  function locate() {
    if (!window.isSecureContext) return setState('locate.insecure');
    if (!('geolocation' in navigator)) return setState('locate.failed');
    setState('looking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setState('idle');
        onAsk({ point: roundPoint({ latitude, longitude }, 6), address: undefined }, 'typed', accuracy);
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'locate.refused' : 'locate.failed'),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 60_000 },
    );
  }

  return (
    <div className={styles.parts}>
      <button type="button" className={styles.locate} onClick={locate} aria-disabled={state === 'looking'}>
        <Icon name="pin" />
        <span className={styles.text}>{say(state === 'looking' ? 'locate.looking' : 'locate.use')}</span>
      </button>
      <p className={styles.locateFault} aria-live="polite">
        {state !== 'idle' && state !== 'looking' && say(state)}
      </p>
    </div>
  );
}

interface SuggestionListProps {
  /** The options have the ids `<id>-0`, `<id>-1` and so on; the list has `<id>-list`. */
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** The suggestions below the field; their number is announced to screen readers. */
function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  const say = useSay();
  const count = suggestions.length;
  return (
    <>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={say('search.list')}
        className={styles.list}
        hidden={count === 0}
      >
        {suggestions.map((suggestion, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focus is in the field, whose arrow and Enter keys do this
          <div
            key={`${suggestion.name} ${suggestion.point.latitude} ${suggestion.point.longitude}`}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={styles.option}
            // the field must not lose the focus before the click
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            <span lang={suggestion.isMaori ? 'mi' : undefined} className={styles.name}>
              {displayText(suggestion.name)}
            </span>
            {suggestion.detail !== '' && <span className={styles.detail}>{displayText(suggestion.detail)}</span>}
          </div>
        ))}
      </div>
      <Announcement text={count > 0 ? say('search.count', { count }) : ''} />
    </>
  );
}
