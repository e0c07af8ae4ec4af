import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

interface DialogProps {
  readonly title: string;
  /** It was closed, by Escape too; the focus is back where it was. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something to be done before one goes on; open for as long as it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const say = useSay();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!element.open) element.showModal();
    // a press beside the dialog lands on its own element, which has no padding
    const closeBeside = ({ target }: Event) => {
      if (target === element) element.close();
    };
    element.addEventListener('click', closeBeside);
    return () => element.removeEventListener('click', closeBeside);
  }, []);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <button
            type="button"
            className={styles.close}
            aria-label={say('share.close')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
