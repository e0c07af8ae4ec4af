import { answerExamples } from '#lib/openapi/operations.ts';

/** A point of the demonstration data with what is there. */
export interface SandboxPoint {
  readonly latitude: string;
  readonly longitude: string;
  /** Such as `Fibre: Available`. */
  readonly results: readonly string[];
}

interface PointAnswer {
  readonly location: readonly [string, string];
  readonly results: readonly { readonly technology: string; readonly availability: string }[];
}

/** The points of the OpenAPI document's examples, which a server with the demonstration data answered. */
export function sandboxPoints(): SandboxPoint[] {
  return answerExamples.broadbandAvailability.map(({ body }) => {
    const { location, results } = body as PointAnswer;
    const [longitude, latitude] = location;
    return { latitude, longitude, results: results.map((one) => `${one.technology}: ${one.availability}`) };
  });
}
