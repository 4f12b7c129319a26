import type { Cleanup } from './cleanup';
import type { Row } from './table';

export interface SectionOptions {
  rounds: number;
  /** Length of one measurement of a load. */
  seconds: number;
  /** In the larger database of the section growth. */
  reviews: number;
  cleanup: Cleanup;
}

/** One subject of the bench. Starts what it needs and leaves its end to `cleanup`. */
export type Section = (options: SectionOptions) => Promise<Row[]>;
