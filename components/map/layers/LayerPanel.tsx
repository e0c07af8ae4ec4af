import { memo, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { Icon } from '#components/ui/Icon.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import type { LayerChoicesProps } from './LayerChoices.tsx';
import styles from './LayerPanel.module.css';

interface LayerPanelProps extends LayerChoicesProps {
  readonly onOpen: () => void;
}

// loaded when the panel is opened
const LayerChoices = onDemand(() => import('./LayerChoices.tsx').then((module) => module.LayerChoices));

/** Switches the technologies on the map on and off; also their legend. */
export const LayerPanel = memo(function LayerPanel({ onOpen, ...choices }: LayerPanelProps) {
  const say = useSay();
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className={styles.panel}
      data-over-map=""
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) return;
        setWasOpened(true);
        onOpen();
      }}
    >
      <summary className={styles.title}>
        <Icon name="layers" />
        {say('layers.title')}
      </summary>
      <div className={styles.inside}>{wasOpened && <LayerChoices {...choices} />}</div>
    </details>
  );
});
