type ReviewStatus = 'inbox' | 'approved' | 'ignored';

/** What the product has told a client about a review that the client added. */
export interface AcceptedReview {
  id: number;
  /** Unique, so that a review that was stored twice is found. */
  text: string;
  status: ReviewStatus | 'deleted';
}

/** Every write that was accepted. A test compares it with what the product has stored. */
export class WriteLedger {
  readonly reviews = new Map<string, AcceptedReview>();
  /** Answers that no client should get, such as 404 for a review that was accepted. */
  readonly unexpected: string[] = [];

  added(text: string, id: number): AcceptedReview {
    const review: AcceptedReview = { id, text, status: 'inbox' };
    this.reviews.set(text, review);
    return review;
  }

  /** Notes an answer that is neither a success nor a failure of the product's own. */
  note(what: string, status: number, code: unknown): void {
    this.unexpected.push(`${what} was answered with ${status} ${String(code)}`);
  }
}
