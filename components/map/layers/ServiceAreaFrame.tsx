import { memo } from 'react';
import { Rectangle } from 'react-leaflet';
import { serviceBounds } from '#components/map/bounds.ts';
import styles from './ServiceAreaFrame.module.css';

/** The border of the area that the service covers. */
export const ServiceAreaFrame = memo(function ServiceAreaFrame() {
  return <Rectangle bounds={serviceBounds} className={styles.frame} fill={false} interactive={false} />;
});
