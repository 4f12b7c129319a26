import type { LinkKind } from '../links/link-token';

/** One request of a link of a message. */
export interface Hit {
  kind: LinkKind;
  /** Which of the review links it was: 0 for the main one. */
  link: number;
  at: Date;
  /** The client's address without its last part. */
  network: string | null;
  userAgent: string | null;
}

/** Who sent the request of a link. */
export interface Visitor {
  network: string | null;
  userAgent: string | null;
}

export interface StoredHit extends Hit {
  id: number;
  requestId: number;
}

/** Stored as `verdict`. Besides, a hit that could not be decided is stored as `unknown`. */
export type Verdict = 'person' | 'program';
