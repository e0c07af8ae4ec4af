import { type ReactNode, useEffect, useRef } from 'react';
import { giveFocus } from '#components/ui/give-focus.ts';
import styles from './FormFrame.module.css';

interface OutcomeProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** What is shown in the place of a form once it was sent. It takes the focus, which was in the form. */
export function Outcome({ className = styles.done, children }: OutcomeProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => giveFocus(element.current), []);
  return (
    <div ref={element} role="status" tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
