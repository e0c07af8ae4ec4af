import { type FormEvent, useId, useRef, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/TextField.tsx';
import { longestSide } from '#lib/broadband/rectangle.ts';
import { areaAround, type MapArea } from '#lib/map/area/area.ts';
import { writePair } from '#lib/map/degrees.ts';
import { parseTypedPoint } from '#lib/map/typed-point.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import styles from './AreaForm.module.css';

interface AreaFormProps {
  /** The initial values of the fields. */
  readonly area: MapArea | undefined;
  readonly onMeasure: (area: MapArea) => void;
}

const fields = ['from', 'to', 'centre', 'width', 'height'] as const;
type Field = (typeof fields)[number];
type Faults = Partial<Record<Field, MessageKey>>;

const ways = { corners: 'area.by-corners', centre: 'area.by-centre' } as const;
type Way = keyof typeof ways;

/** Defines an area without the map: by two corners, or by its centre and size. */
export function AreaForm({ area, onMeasure }: AreaFormProps) {
  const say = useSay();
  const form = useRef<HTMLFormElement>(null);
  const [way, setWay] = useState<Way>('corners');
  const [values, setValues] = useState<Record<Field, string>>({
    from: area === undefined ? '' : writePair(area.from).replace(',', ', '),
    to: area === undefined ? '' : writePair(area.to).replace(',', ', '),
    centre: '',
    width: '10',
    height: '10',
  });
  const [faults, setFaults] = useState<Faults>({});

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = way === 'corners' ? readCorners(values) : readCentre(values);
    setFaults('faults' in read ? read.faults : {});
    if ('area' in read) return onMeasure(read.area);
    const first = fields.find((field) => read.faults[field] !== undefined);
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  const field = (key: Field, label: MessageKey, hint?: MessageKey) => (
    <TextField
      name={key}
      label={say(label)}
      hint={hint && say(hint)}
      fault={faults[key] && say(faults[key])}
      inputMode={key === 'width' || key === 'height' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      value={values[key]}
      onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [key]: value }))}
    />
  );
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <WayChoice way={way} onChange={setWay} />
      {way === 'corners' ? (
        <>
          {field('from', 'area.corner', 'area.hint')}
          {field('to', 'area.opposite')}
        </>
      ) : (
        <>
          {field('centre', 'area.centre', 'area.hint')}
          <div className={styles.size}>
            {field('width', 'area.width')}
            {field('height', 'area.height')}
          </div>
        </>
      )}
      <div>
        <Button type="submit">{say('area.measure')}</Button>
      </div>
    </form>
  );
}

function WayChoice({ way, onChange }: { readonly way: Way; readonly onChange: (way: Way) => void }) {
  const say = useSay();
  const name = useId();
  return (
    <fieldset className={styles.ways} data-needs-script="">
      <legend className={styles.legend}>{say('area.how')}</legend>
      {(Object.keys(ways) as Way[]).map((one) => (
        <label key={one} className={styles.way}>
          <input type="radio" name={name} checked={way === one} onChange={() => onChange(one)} />
          {say(ways[one])}
        </label>
      ))}
    </fieldset>
  );
}

type Read = { readonly area: MapArea } | { readonly faults: Faults };

function readCorners({ from, to }: Record<Field, string>): Read {
  const [first, second] = [parseTypedPoint(from)?.point, parseTypedPoint(to)?.point];
  if (first !== undefined && second !== undefined) return { area: { from: first, to: second } };
  return { faults: { from: first ? undefined : 'area.no-point', to: second ? undefined : 'area.no-point' } };
}

function readCentre({ centre, width, height }: Record<Field, string>): Read {
  const point = parseTypedPoint(centre)?.point;
  const [across, up] = [readKilometres(width), readKilometres(height)];
  if (point !== undefined && across !== undefined && up !== undefined) return { area: areaAround(point, across, up) };
  return {
    faults: {
      centre: point ? undefined : 'area.no-point',
      width: across === undefined ? 'area.no-size' : undefined,
      height: up === undefined ? 'area.no-size' : undefined,
    },
  };
}

function readKilometres(text: string): number | undefined {
  if (!/^\s*\d{1,4}([.,]\d{1,6})?\s*$/.test(text)) return undefined;
  const length = Number(text.trim().replace(',', '.'));
  return length > 0 && length <= longestSide ? length : undefined;
}
