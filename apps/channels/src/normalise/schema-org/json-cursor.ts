import { CDATA_END, LINE_COMMENT, matchEnd, SPACE, WRAPPER } from './json-tokens';
import type { WorkBudget } from './work-budget';

/** Characters of the text that a fault shows. */
const MAX_SHOWN = 30;

/** Where and why reading ended. */
export class JsonFault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
    this.name = 'JsonFault';
  }
}

/** A position in a text, which moves from token to token. */
export class JsonCursor {
  protected at = 0;
  /** Where the next comment of HTML ends. */
  private commentEnd = -1;
  private readonly lastBrace: number;

  constructor(
    protected readonly text: string,
    protected readonly budget: WorkBudget,
  ) {
    this.lastBrace = text.lastIndexOf('{');
  }

  protected get next(): string {
    return this.text.charAt(this.at);
  }

  protected isAt(characters: string): boolean {
    return this.next !== '' && characters.includes(this.next);
  }

  protected fault(message: string, at = this.at): JsonFault {
    return new JsonFault(at, message);
  }

  /** Returns the fault that something else than `expected` comes next. */
  protected unexpected(expected: string, inside: string): JsonFault {
    if (this.at >= this.text.length) return this.fault(`the JSON ends inside of ${inside}`);
    return this.fault(`${expected} is expected before ${this.shown()}`);
  }

  protected shown(): string {
    return this.text
      .slice(this.at, this.at + MAX_SHOWN)
      .replace(/\s+/g, ' ')
      .trim();
  }

  protected skip(depth: number): void {
    for (let from = -1; from !== this.at;) {
      from = this.at;
      this.at = this.skippedFrom(from, depth);
      this.budget.spend(1 + this.at - from);
    }
  }

  private skippedFrom(at: number, depth: number): number {
    const { text } = this;
    const patterns = depth === 0 ? [SPACE, WRAPPER, CDATA_END, LINE_COMMENT] : [SPACE, WRAPPER, LINE_COMMENT];
    for (const pattern of patterns) {
      const end = matchEnd(pattern, text, at);
      if (end > at) return end;
    }
    if (text.startsWith('/*', at)) return this.endOfComment(at);
    return text.startsWith('<!--', at) ? this.behindHtmlComment(at) : at;
  }

  private endOfComment(at: number): number {
    const found = this.text.indexOf('*/', at + 2);
    if (found < 0) throw this.fault('a comment has no end', at);
    return found + 2;
  }

  /** Skips a comment of HTML. One that has the last value of the text in it only hides the JSON from old browsers. */
  private behindHtmlComment(at: number): number {
    const begin = at + '<!--'.length;
    if (this.commentEnd < begin) {
      const found = this.text.indexOf('-->', begin);
      this.commentEnd = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.lastBrace > this.commentEnd ? this.commentEnd : begin;
  }

  protected take(end: number): string {
    const taken = this.text.slice(this.at, end);
    this.budget.spend(taken.length);
    this.at = end;
    return taken;
  }
}
