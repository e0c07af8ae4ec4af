import { useSay } from '#components/language/LanguageProvider.tsx';
import { Icon, type IconName } from '#components/ui/Icon.tsx';
import type { Availability } from '#lib/broadband/availability.ts';
import { availabilityMessages } from '#lib/map/answer/words.ts';
import styles from './AvailabilityBadge.module.css';

type Present = Exclude<Availability, 'Not Available'>;

const looks: Readonly<Record<Present, { icon: IconName; className: string | undefined }>> = {
  Available: { icon: 'check', className: styles.available },
  Underway: { icon: 'progress', className: styles.underway },
  Planned: { icon: 'calendar', className: styles.planned },
};

export function AvailabilityBadge({ availability }: { availability: Present }) {
  const say = useSay();
  const { icon, className } = looks[availability];
  return (
    <span className={[styles.badge, className].join(' ')}>
      <Icon name={icon} />
      {say(availabilityMessages[availability].name)}
    </span>
  );
}
