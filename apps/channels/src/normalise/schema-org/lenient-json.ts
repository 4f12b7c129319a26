import { ownValue } from '@plaudit/contracts/own-value';
import {
  AFTER_VALUE,
  BARE_NAME,
  BARE_VALUE,
  BEHIND_VALUE,
  CDATA_END,
  CLOSING,
  COMMA_DIGITS,
  CONSTANTS,
  ESCAPE,
  ESCAPED,
  FIRST_VALUE,
  LINE_COMMENT,
  matchEnd,
  NAME_AHEAD,
  NUMBER,
  ORDINARY,
  OTHER_NUMBER,
  QUOTE,
  REPEATED,
  SPACE,
  WRAPPER,
} from './json-tokens';
import type { WorkBudget } from './work-budget';

/** Nesting beyond which a text is given up. JSON-LD of real pages is about ten levels deep. */
const MAX_DEPTH = 100;
/** Characters of the text that a fault shows. */
const MAX_SHOWN = 30;

/** Where and why reading ended. */
class JsonFault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
    this.name = 'JsonFault';
  }
}

interface LenientRead {
  /** What was read before the fault. No value is incomplete. */
  values: unknown[];
  fault: JsonFault | null;
}

/**
 * Reads JSON as people and templates write it. It accepts what has one meaning only, and ends at everything else. In
 * particular it completes nothing that is cut.
 */
class LenientReader {
  private at = 0;
  /** Where the next comment of HTML ends. */
  private commentEnd = -1;
  private readonly lastBrace: number;

  /** `innerQuotes` is true if strings may contain quotes that are not escaped. */
  constructor(
    private readonly text: string,
    private readonly budget: WorkBudget,
    private readonly innerQuotes: boolean,
  ) {
    this.lastBrace = text.lastIndexOf('{');
  }

  read(): LenientRead {
    const values: unknown[] = [];
    try {
      for (let found = this.findFirst(); found; found = this.findNext()) values.push(this.value(0));
    } catch (fault) {
      if (fault instanceof JsonFault) return { values, fault };
      throw fault;
    }
    return { values, fault: values.length === 0 ? new JsonFault(0, 'there is no JSON in it') : null };
  }

  private get next(): string {
    return this.text.charAt(this.at);
  }

  private isAt(characters: string): boolean {
    return this.next !== '' && characters.includes(this.next);
  }

  /** Moves to the first value. Returns false if there is none. */
  private findFirst(): boolean {
    this.skip(0);
    FIRST_VALUE.lastIndex = this.at;
    const found = FIRST_VALUE.exec(this.text);
    this.take(found?.index ?? this.text.length);
    return found !== null;
  }

  /** Moves to the next value behind another one. Returns false at the end of the text. */
  private findNext(): boolean {
    for (let end = this.at; end >= 0; end = matchEnd(BEHIND_VALUE, this.text, this.at)) {
      this.take(end);
      this.skip(0);
    }
    if (this.at >= this.text.length) return false;
    if (this.isAt('{[')) return true;
    throw this.fault(`the JSON has ended before ${this.shown()}`);
  }

  private fault(message: string, at = this.at): JsonFault {
    return new JsonFault(at, message);
  }

  /** Returns the fault that something else than `expected` comes next. */
  private unexpected(expected: string, inside: string): JsonFault {
    if (this.at >= this.text.length) return this.fault(`the JSON ends inside of ${inside}`);
    return this.fault(`${expected} is expected before ${this.shown()}`);
  }

  private shown(): string {
    return this.text
      .slice(this.at, this.at + MAX_SHOWN)
      .replace(/\s+/g, ' ')
      .trim();
  }

  private skip(depth: number): void {
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

  private value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw this.fault(`it is nested more than ${MAX_DEPTH} times`);
    if (this.next === '{') return this.object(depth + 1);
    if (this.next === '[') return this.list(depth + 1);
    if (this.text.startsWith(QUOTE, this.at)) return this.entityString();
    return CLOSING.has(this.next) ? this.string(this.innerQuotes) : this.bareValue();
  }

  private object(depth: number): unknown {
    const object = Object.create(null) as Record<string, unknown>;
    for (this.at += 1; ;) {
      this.skipCommas(depth);
      if (this.next === '}') break;
      const name = this.nameOf();
      this.skip(depth);
      if (this.next !== ':') throw this.unexpected('a colon', 'an object');
      this.at += 1;
      this.skip(depth);
      // A template that has no value for a property leaves it empty.
      if (this.isAt(',}')) continue;
      const value = this.memberValue(depth);
      const known = REPEATED.has(name) ? ownValue(object, name) : undefined;
      if (Array.isArray(known)) for (const one of [value].flat()) known.push(one);
      else object[name] = known === undefined ? value : [known, value].flat();
      this.skip(depth);
      const goesOn = this.isAt(',}') || matchEnd(NAME_AHEAD, this.text, this.at) > 0;
      if (!goesOn) throw this.unexpected('a comma or }', 'an object');
    }
    this.at += 1;
    return object;
  }

  private memberValue(depth: number): unknown {
    const from = this.at;
    const value = this.value(depth);
    const end = typeof value === 'number' ? matchEnd(COMMA_DIGITS, this.text, this.at) : -1;
    if (end < 0) return value;
    this.at = end;
    return this.text.slice(from, end);
  }

  private list(depth: number): unknown[] {
    const list: unknown[] = [];
    for (this.at += 1; ;) {
      this.skipCommas(depth);
      if (this.next === ']') break;
      if (this.at >= this.text.length) throw this.unexpected('a value', 'a list');
      const value = CLOSING.has(this.next) ? this.string(false) : this.value(depth);
      list.push(value);
      this.skip(depth);
      const goesOn = this.isAt(',]') || (typeof value === 'object' && this.isAt('{['));
      if (!goesOn) throw this.unexpected('a comma or ]', 'a list');
    }
    this.at += 1;
    return list;
  }

  private skipCommas(depth: number): void {
    for (this.skip(depth); this.next === ','; this.skip(depth)) this.at += 1;
  }

  private nameOf(): string {
    if (this.text.startsWith(QUOTE, this.at)) return this.entityString();
    if (CLOSING.has(this.next)) return this.string(false);
    const end = matchEnd(BARE_NAME, this.text, this.at);
    if (end < 0) throw this.unexpected('the name of a property', 'an object');
    return this.take(end);
  }

  private take(end: number): string {
    const taken = this.text.slice(this.at, end);
    this.budget.spend(taken.length);
    this.at = end;
    return taken;
  }

  private bareValue(): unknown {
    const end = matchEnd(BARE_VALUE, this.text, this.at);
    const word = end < 0 ? '' : this.text.slice(this.at, end);
    const constant = CONSTANTS.get(word.toLowerCase());
    const isNumber = NUMBER.test(word);
    if (constant === undefined && !isNumber && !OTHER_NUMBER.test(word))
      throw this.unexpected('a value', 'an object');
    this.take(end);
    if (constant !== undefined) return constant;
    return isNumber ? Number(word) : word;
  }

  /** Reads a string. `innerQuotes` is true if a quote ends it only before the next property or the end of the object. */
  private string(innerQuotes: boolean): string {
    const begin = this.at;
    const closing = CLOSING.get(this.next) ?? '"';
    const ordinary = ORDINARY.get(closing) ?? SPACE;
    const parts: string[] = [];
    for (this.at += 1; ;) {
      const end = matchEnd(ordinary, this.text, this.at);
      if (end > 0) parts.push(this.take(end));
      this.budget.spend(1);
      if (this.at >= this.text.length) throw this.fault('the JSON ends inside of a string', begin);
      if (this.next === '\\') parts.push(this.escaped(begin));
      else {
        if (!innerQuotes || matchEnd(AFTER_VALUE, this.text, this.at + 1) > 0) break;
        // The string before a name may lack its own end.
        if (matchEnd(NAME_AHEAD, this.text, this.at) > 0) throw this.unexpected('a comma or }', 'an object');
        parts.push(this.take(this.at + 1));
      }
    }
    this.at += 1;
    return parts.join('');
  }

  /** Reads a string whose quotes are entities, in a block whose other quotes are none. */
  private entityString(): string {
    const begin = this.at + QUOTE.length;
    const end = this.text.indexOf(QUOTE, begin);
    if (end < 0) throw this.fault('the JSON ends inside of a string');
    this.take(begin);
    const content = this.take(end);
    this.take(end + QUOTE.length);
    return content;
  }

  /** Reads a backslash and what it escapes. An unknown escape of a letter stays as it is written. */
  private escaped(begin: number): string {
    ESCAPE.lastIndex = this.at;
    const [whole, unicode, hex, character] = ESCAPE.exec(this.text) ?? [];
    if (whole === undefined) throw this.fault('the JSON ends inside of a string', begin);
    this.at += whole.length;
    const code = unicode ?? hex;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const known = ESCAPED.get(character ?? '');
    return known ?? (/[a-z\d]/i.test(character ?? '') ? whole : (character ?? ''));
  }
}

/** Reads a text that `JSON.parse` refuses. Accepts unescaped quotes inside of strings only if nothing else helps. */
export function readLenientJson(text: string, budget: WorkBudget): LenientRead {
  const read = new LenientReader(text, budget, false).read();
  if (read.fault === null) return read;
  const second = new LenientReader(text, budget, true).read();
  return second.fault === null ? second : read;
}
