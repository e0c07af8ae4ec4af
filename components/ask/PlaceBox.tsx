import { memo, useId } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import { Button } from '#components/ui/Button.tsx';
import { searchPath } from '#lib/map/search-page.ts';
import { LocateButton } from './LocateButton.tsx';
import styles from './PlaceBox.module.css';
import { SuggestionList } from './SuggestionList.tsx';
import { usePlaceField } from './use-place-field.ts';

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
