const MAX_REVIEWS = 120;
/** The share of a request that reviews with the same number of stars take while others are there. */
const MAX_SHARE = 0.6;
/** Less space than this holds no review worth reading. */
const MIN_SPACE = 50;
/** After so many reviews that did not fit, the rest of the space stays empty. */
const MAX_MISSES = 5;

interface Taken {
  reviews: number;
  characters: number;
  /** Reviews that did not fit. */
  misses: number;
}

/** The space of a request, and how much of it each number of stars has taken. */
export class RequestSpace {
  private readonly all: Taken = { reviews: 0, characters: 0, misses: 0 };
  private readonly byStar = new Map<number | null, Taken>();

  constructor(private readonly maxChars: number) {}

  get isFull(): boolean {
    return this.all.misses >= MAX_MISSES || !fits(this.all, MIN_SPACE, MAX_REVIEWS, this.maxChars);
  }

  isShareTaken(star: number | null): boolean {
    const taken = this.takenBy(star);
    return taken.misses >= MAX_MISSES || !this.fitsShare(taken, MIN_SPACE);
  }

  /** Takes space as {@link take} does. Returns false too if the text would exceed the share of its number of stars. */
  takeOfShare(length: number, star: number | null): boolean {
    const taken = this.takenBy(star);
    if (this.fitsShare(taken, length)) return this.take(length, star);
    taken.misses += 1;
    return false;
  }

  /** Returns false if the text does not fit. */
  take(length: number, star: number | null): boolean {
    if (!fits(this.all, length, MAX_REVIEWS, this.maxChars)) {
      this.all.misses += 1;
      return false;
    }
    for (const taken of [this.all, this.takenBy(star)]) {
      taken.reviews += 1;
      taken.characters += length;
    }
    return true;
  }

  private fitsShare(taken: Taken, length: number): boolean {
    return fits(taken, length, MAX_REVIEWS * MAX_SHARE, this.maxChars * MAX_SHARE);
  }

  private takenBy(star: number | null): Taken {
    const taken = this.byStar.get(star) ?? { reviews: 0, characters: 0, misses: 0 };
    this.byStar.set(star, taken);
    return taken;
  }
}

function fits({ reviews, characters }: Taken, length: number, maxReviews: number, maxChars: number): boolean {
  return reviews < maxReviews && characters + length <= maxChars;
}
