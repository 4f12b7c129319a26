import type { Cleanup } from './cleanup';
import type { Row } from './table';

export interface SectionOptions {
  rounds: number;
  /** Seconds of one measurement of a load. */
  seconds: number;
  /** The number of reviews in the larger database of the section growth. */
  reviews: number;
  cleanup: Cleanup;
}

/** One section of the bench. It starts what it needs and registers the clean-up. */
export type Section = (options: SectionOptions) => Promise<Row[]>;
