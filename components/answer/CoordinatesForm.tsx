import { type FormEvent, useEffect, useState } from 'react';
import { type MapPoint, roundPoint, writeDegrees } from '#lib/map/degrees.ts';
import { exampleDegrees, parseTypedDegrees } from '#lib/map/typed-degrees.ts';
import type { Ask } from '../map/question.ts';
import { Button } from '../ui/Button.tsx';
import { useSay } from '../words/Words.tsx';
import styles from './CoordinatesForm.module.css';
import { DegreesField } from './DegreesField.tsx';

interface CoordinatesFormProps {
  /** The point last asked about; the fields show it. */
  readonly asked: MapPoint | undefined;
  readonly onAsk: Ask;
}

/** The way to ask without a map. */
export function CoordinatesForm({ asked, onAsk }: CoordinatesFormProps) {
  const say = useSay();
  const [latitude, setLatitude] = useState('');
  const [longitude, setLongitude] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const parsedLatitude = parseTypedDegrees('latitude', latitude);
  const parsedLongitude = parseTypedDegrees('longitude', longitude);

  useEffect(() => {
    if (asked === undefined) return;
    setLatitude(writeDegrees(asked.latitude));
    setLongitude(writeDegrees(asked.longitude));
    setIsRefused(false);
  }, [asked]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (parsedLatitude.ok && parsedLongitude.ok) {
      onAsk(roundPoint({ latitude: parsedLatitude.degrees, longitude: parsedLongitude.degrees }, 7), 'typed');
      return;
    }
    setIsRefused(true);
    const faulty = event.currentTarget.elements.namedItem(parsedLatitude.ok ? 'longitude' : 'latitude');
    if (faulty instanceof HTMLElement) faulty.focus();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="coordinates-title">
      <h2 id="coordinates-title" className={styles.title}>
        {say('ask.by-coordinates')}
      </h2>
      <div className={styles.fields}>
        <DegreesField
          label={say('ask.latitude')}
          name="latitude"
          placeholder={exampleDegrees.latitude}
          value={latitude}
          onChange={setLatitude}
          fault={
            isRefused && !parsedLatitude.ok
              ? say(parsedLatitude.message, { example: exampleDegrees.latitude })
              : undefined
          }
        />
        <DegreesField
          label={say('ask.longitude')}
          name="longitude"
          placeholder={exampleDegrees.longitude}
          value={longitude}
          onChange={setLongitude}
          fault={
            isRefused && !parsedLongitude.ok
              ? say(parsedLongitude.message, { example: exampleDegrees.longitude })
              : undefined
          }
        />
        <Button type="submit">{say('ask.ask')}</Button>
      </div>
    </form>
  );
}
