import styles from './Icon.module.css';

/** Drawn for this project on a 20 × 20 grid, in the colour of the surrounding text. */
const drawings = {
  check: 'M4 10.5l4 4 8-9',
  progress: 'M10 3.2a6.8 6.8 0 1 1-6.8 6.8M10 6.5V10l2.5 2.5',
  calendar: 'M3.5 5.5h13v11h-13zM3.5 9h13M7 3v4M13 3v4',
  dash: 'M5 10h10',
  down: 'M10 3v13M4.5 10.5L10 16l5.5-5.5',
  up: 'M10 17V4M4.5 9.5L10 4l5.5 5.5',
  out: 'M7 4h9v9M16 4L5 15',
  pin: 'M10 18s6-5.6 6-10a6 6 0 0 0-12 0c0 4.4 6 10 6 10zM10 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  alert: 'M10 3l8 14H2zM10 8v4M10 14.4v.2',
  layers: 'M10 3l7.5 4L10 11 2.5 7zM3 10.6l7 3.7 7-3.7M3 14l7 3.7 7-3.7',
  wave: 'M2 8c2.7-3 5.3-3 8 0s5.3 3 8 0M2 13c2.7-3 5.3-3 8 0s5.3 3 8 0',
  close: 'M5 5l10 10M15 5L5 15',
  share: 'M10 12V3M6.5 6.5L10 3l3.5 3.5M4 10.5V16h12v-5.5',
} as const;

export type IconName = keyof typeof drawings;

/** Decorative: words with the same meaning always follow or precede it, so hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
