import { useSay } from '#components/language/LanguageProvider.tsx';
import { Announcement } from '#components/ui/Announcement.tsx';
import { displayText } from '#lib/map/answer/words.ts';
import styles from './SuggestionList.module.css';
import type { Suggestion } from './suggestions.ts';

interface SuggestionListProps {
  /** The options have the ids `<id>-0`, `<id>-1` and so on; the list has `<id>-list`. */
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** The suggestions below the field; their number is announced to screen readers. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
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
