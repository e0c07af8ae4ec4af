/** The four values of an offer's availability, in the words of the specification. */
export const availabilities = ['Available', 'Underway', 'Planned', 'Not Available'] as const;
export type Availability = (typeof availabilities)[number];

/** A technology in use. Speeds are megabits per second. */
export interface Technology {
  readonly id: number;
  readonly name: string;
  /** Identifier of its map tile layer. */
  readonly setId: number;
  /** Its speed in the order of answers where no provider offers it (N5). */
  readonly nominalMaxMbps: number;
}

/** What one provider offers with one technology in some areas. Speeds are megabits per second. */
export interface Offer {
  readonly id: number;
  readonly technologyId: number;
  readonly providerId: number;
  readonly availability: Availability;
  readonly completion: string | null;
  readonly providerName: string;
  readonly wholesaleNetwork: 'Yes' | 'No' | 'Both';
  readonly url: string;
  readonly minDownloadMbps: number;
  readonly maxDownloadMbps: number;
  readonly minUploadMbps: number;
  readonly maxUploadMbps: number;
  readonly timingId: number;
}
