import { useEffect, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { RichMessage } from '#components/language/RichMessage.tsx';
import { isRecord } from '#lib/map/is-record.ts';

/** For staff who are signed in: how to load a street map. Nobody else sees it. */
export function StaffNote() {
  const say = useSay();
  const [isStaff, setIsStaff] = useState(false);
  useEffect(() => {
    let isGone = false;
    void fetchIsStaff().then((found) => {
      if (!isGone) setIsStaff(found);
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (!isStaff) return null;
  const page = <a href="/admin/base-map">{say('map.staff-page')}</a>;
  const command = <code>npm run watea -- basemap fetch</code>;
  return (
    <p>
      <RichMessage message="map.staff" values={{ page, command }} />
    </p>
  );
}

async function fetchIsStaff(): Promise<boolean> {
  try {
    const response = await fetch('/base-map/staff.json');
    const body: unknown = response.ok ? await response.json() : undefined;
    return isRecord(body) && body.staff === true;
  } catch {
    return false;
  }
}
