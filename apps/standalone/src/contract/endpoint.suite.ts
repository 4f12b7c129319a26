/**
 * One operation that clients rely on. Fields are written `name`, `name:type` or, if required, `name!:type`. An operation may
 * have more fields than these.
 */
export interface Endpoint {
  at: string;
  /** The status of its success. */
  status?: number;
  query?: string;
  body?: string;
  /** Top-level fields of its response. `[]` stands for a list of objects with these fields. */
  answer?: string;
  /** Accepts an Idempotency-Key. */
  once?: true;
}
