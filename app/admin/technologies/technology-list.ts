import { type ExportedList, mapRows } from '#app/admin/export/exported-list.ts';
import { listTechnologies } from '#db/broadband/technologies.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

export const exportedTechnologies: ExportedList = {
  role: 'viewer',
  rows: (reader) =>
    mapRows(listTechnologies(reader), ({ id, name, setId, nominalMaxMbps, colour, publishedOffers, retiredAt }) => ({
      id,
      name,
      setId,
      nominalMaxMbps,
      colour,
      publishedOffers,
      retired: isoAuckland(retiredAt),
    })),
};
