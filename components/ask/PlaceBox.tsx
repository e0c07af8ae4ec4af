import { type FormEvent, type KeyboardEvent, memo, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import { Announcement } from '#components/ui/Announcement.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Icon } from '#components/ui/Icon.tsx';
import { isInServiceArea } from '#lib/broadband/point.ts';
import { displayText } from '#lib/map/answer/words.ts';
import { roundPoint } from '#lib/map/degrees.ts';
import { isShortMapLink } from '#lib/map/map-link.ts';
import { noPlaceNotice, pointsIn, searchPath } from '#lib/map/search.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import styles from './PlaceBox.module.css';
import { noticeWords, type Suggestion, suggestionsFor, usePlaces } from './suggestions.ts';

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
  const { field, locator, text, active, shown, notice, fault, isUnknown, type, choose, submit, handleKey, leave } =
    usePlaceField(onAsk);
  const isShown = shown.length > 0;
  const without = hasAddresses ? '' : '-without-addresses';
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
            placeholder={say(`search.placeholder${without}`)}
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
          <LocateButton ref={locator} onAsk={onAsk} />
        </div>
        <SuggestionList id={id} suggestions={shown} notice={notice} active={active} onChoose={choose} />
        <p id={`${id}-hint`} className={fault === undefined ? styles.hint : styles.fault} aria-live="polite">
          {isShown || notice === undefined ? say(fault ?? `search.hint${without}`) : notice}
        </p>
      </form>
    </search>
  );
});

/**
 * The state of the search field and its list. `active` is the index of the marked suggestion, -1 for none. Enter takes the
 * marked suggestion, or the first if it is what was typed; otherwise it asks which one is meant. It waits for the answer
 * to all that was typed.
 */
function usePlaceField(onAsk: Ask) {
  const say = useSay();
  const field = useRef<HTMLInputElement>(null);
  const locator = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [entered, setEntered] = useState<'no' | 'waits' | 'asks' | 'unknown'>('no');
  const state = usePlaces(isOpen ? text.trim() : '');
  const suggestions = suggestionsFor(say, text, state);
  const shown = isOpen ? suggestions : [];
  const isPoint = pointsIn(text).length > 0;
  const isFound = state.kind === 'found' && state.text === text.trim();
  const found = isFound && !isPoint ? state.found : undefined;
  const noPlace = noPlaceNotice(text);

  function type(value: string) {
    setText(value);
    setIsOpen(true);
    setActive(-1);
    setEntered('no');
  }

  function close() {
    setIsOpen(false);
    setActive(-1);
    setEntered('no');
  }

  function choose({ point, name, address, isAddress = false }: Suggestion) {
    setText(address ?? name);
    close();
    onAsk({ point, address, isAddress }, 'typed');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const marked = suggestions[active];
    if (marked !== undefined) return choose(marked);
    field.current?.focus();
    if (noPlace !== undefined) {
      setEntered('asks');
      if (noPlace.code === 'near-me') locator.current?.focus();
      return;
    }
    setIsOpen(text.trim() !== '');
    setEntered(text.trim() === '' ? 'unknown' : 'waits');
  }

  // once all that was typed is answered
  useEffect(() => {
    if (entered !== 'waits' || !(isPoint || isFound)) return;
    const [first] = suggestions;
    if (first !== undefined && (isPoint || found?.isMeant)) return choose(first);
    setEntered(first === undefined && found?.notice === undefined ? 'unknown' : 'asks');
  });

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
  const unknown = entered === 'unknown' ? reason : undefined;
  const failed: MessageKey | undefined = state.kind === 'failed' ? state.reason : undefined;
  const notice = entered === 'asks' || isOpen ? (noPlace ?? found?.notice) : undefined;
  const question = entered === 'asks' && shown.length > 0 ? say('search.did-you-mean') : undefined;
  return {
    field,
    locator,
    text,
    active,
    shown,
    notice: notice === undefined ? question : noticeWords(say, notice),
    fault: failed ?? unknown,
    isUnknown: entered === 'unknown',
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
function LocateButton({ ref, onAsk }: { ref: Ref<HTMLButtonElement>; onAsk: Ask }) {
  const say = useSay();
  const [state, setState] = useState<'idle' | 'looking' | MessageKey>('idle');

  const isFault = state !== 'idle' && state !== 'looking';
  // why it failed is read by then, and would stay beside the next answer
  useEffect(() => {
    if (!isFault) return;
    const forget = () => setState('idle');
    const listening = new AbortController();
    // not before the click itself: what it means to press would move away as the text goes
    for (const sign of ['click', 'keydown'] as const)
      window.addEventListener(sign, forget, { signal: listening.signal, capture: true });
    return () => listening.abort();
  }, [isFault]);

  function locate() {
    if (!window.isSecureContext) return setState('locate.insecure');
    if (!('geolocation' in navigator)) return setState('locate.failed');
    setState('looking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        if (!isInServiceArea(latitude, longitude)) return setState('locate.abroad');
        setState('idle');
        onAsk({ point: roundPoint({ latitude, longitude }, 6), address: undefined }, 'typed', accuracy);
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'locate.refused' : 'locate.failed'),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 60_000 },
    );
  }

  return (
    <div className={styles.parts} data-needs-script="">
      <button ref={ref} type="button" className={styles.locate} onClick={locate} aria-disabled={state === 'looking'}>
        <Icon name="pin" />
        <span className={styles.text}>{say(state === 'looking' ? 'locate.looking' : 'locate.use')}</span>
      </button>
      <p className={styles.locateFault} aria-live="polite">
        {isFault && say(state)}
      </p>
    </div>
  );
}

interface SuggestionListProps {
  /** The options have the ids `<id>-0`, `<id>-1` and so on; the list has `<id>-list`. */
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** What to know before choosing one. */
  readonly notice: string | undefined;
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** The suggestions below the field; their number is announced to screen readers. */
function SuggestionList({ id, suggestions, notice, active, onChoose }: SuggestionListProps) {
  const say = useSay();
  const count = suggestions.length;
  const announced = [notice, count > 0 ? say('search.count', { count }) : undefined];
  return (
    <>
      <div className={styles.list} hidden={count === 0}>
        {count > 0 && notice !== undefined && <p className={styles.notice}>{notice}</p>}
        <div id={`${id}-list`} role="listbox" aria-label={say('search.list')}>
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
      </div>
      <Announcement text={count > 0 ? announced.filter((part) => part !== undefined).join(' ') : ''} />
    </>
  );
}
