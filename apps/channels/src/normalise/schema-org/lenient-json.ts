import { ownValue } from '@plaudit/contracts/own-value';
import { JsonCursor, JsonFault } from './json-cursor';
import {
  AFTER_VALUE,
  BARE_NAME,
  BARE_TEXT,
  BARE_VALUE,
  BEHIND_VALUE,
  CLOSING,
  COMMA_DIGITS,
  CONSTANTS,
  ESCAPE,
  ESCAPED,
  FIRST_VALUE,
  LOST_NAME,
  matchEnd,
  NAME_AHEAD,
  NUMBER,
  ORDINARY,
  OTHER_NUMBER,
  PLACEHOLDER,
  QUOTE,
  REPEATED,
  SPACE,
  SURPLUS_BRACE,
} from './json-tokens';
import type { WorkBudget } from './work-budget';

/** Nesting beyond which a text is given up. JSON-LD of real pages is about ten levels deep. */
const MAX_DEPTH = 100;
/** Characters at the end of the text in which its last bracket is looked for. */
const MAX_TAIL = 200;

interface LenientRead {
  /** What was read before the fault, or all of it if only brackets are wrong. No text is incomplete. */
  values: unknown[];
  fault: JsonFault | null;
}

type JsonRecord = Record<string, unknown>;

/**
 * Reads JSON as people and templates write it. It accepts what has one meaning only, and ends at everything else. In
 * particular it completes no text that is cut. Behind a bracket that is missing or surplus it goes on, and keeps the fault.
 */
class LenientReader extends JsonCursor {
  /** The brackets that are open, the innermost one last. */
  private readonly open: string[] = [];
  private mended: JsonFault | null = null;

  /** `innerQuotes` is true if strings may contain quotes that are not escaped. */
  constructor(
    text: string,
    budget: WorkBudget,
    private readonly innerQuotes: boolean,
  ) {
    super(text, budget);
  }

  read(): LenientRead {
    const values: unknown[] = [];
    try {
      for (let found = this.findFirst(); found; found = this.findNext(values.at(-1))) {
        values.push(this.value(0));
      }
    } catch (fault) {
      if (fault instanceof JsonFault) return { values, fault: this.mended ?? fault };
      throw fault;
    }
    return { values, fault: values.length === 0 ? new JsonFault(0, 'there is no JSON in it') : this.mended };
  }

  /** Moves to the first value. Returns false if there is none. */
  private findFirst(): boolean {
    this.skip(0);
    FIRST_VALUE.lastIndex = this.at;
    const found = FIRST_VALUE.exec(this.text);
    this.take(found?.index ?? this.text.length);
    return found !== null;
  }

  /** Moves to the next value behind the last one. Returns false at the end of the text. */
  private findNext(last: unknown): boolean {
    for (this.skipBehindValue(); this.at < this.text.length; this.skipBehindValue()) {
      if (this.isAt('{[')) return true;
      const goesOn = isRecord(last) && matchEnd(NAME_AHEAD, this.text, this.at) > 0;
      if (!goesOn) throw this.fault(`the JSON has ended before ${this.shown()}`);
      this.mend('a } is surplus');
      this.members(last, 1);
    }
    return false;
  }

  private skipBehindValue(): void {
    for (let end = this.at; end >= 0; end = matchEnd(BEHIND_VALUE, this.text, this.at)) {
      this.take(end);
      this.skip(0);
    }
  }

  private value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw this.fault(`it is nested more than ${MAX_DEPTH} times`);
    const placeholderEnd = depth > 0 ? matchEnd(PLACEHOLDER, this.text, this.at) : -1;
    if (placeholderEnd > 0) return this.take(placeholderEnd) && null;
    if (this.next === '{') return this.object(depth + 1);
    if (this.next === '[') return this.list(depth + 1);
    if (this.text.startsWith(QUOTE, this.at)) return this.entityString();
    return CLOSING.has(this.next) ? this.string(this.innerQuotes) : this.bareValue();
  }

  private object(depth: number): JsonRecord {
    const object = Object.create(null) as JsonRecord;
    this.at += 1;
    this.members(object, depth);
    return object;
  }

  /** Reads the properties of an object, and its end. */
  private members(object: JsonRecord, depth: number): void {
    this.open.push('{');
    let isEmpty = true;
    do {
      this.skipCommas(depth);
      if (this.next === '}' || (!isEmpty && this.lacksBrace())) break;
      this.member(object, depth);
      isEmpty = false;
      this.skip(depth);
    } while (this.isAt(',') || matchEnd(NAME_AHEAD, this.text, this.at) > 0);
    if (this.next === '}') this.at += 1;
    else if (!isEmpty && this.lacksBrace()) this.mend('a } is missing');
    else throw this.unexpected('a comma or }', 'an object');
    this.open.pop();
  }

  private member(object: JsonRecord, depth: number): void {
    const name = this.nameOf();
    this.skip(depth);
    if (this.next !== ':') throw this.unexpected('a colon', 'an object');
    this.at += 1;
    this.skip(depth);
    // A template that has no value for a property leaves it empty.
    if (this.isAt(',}')) return;
    const value = this.memberValue(depth);
    const known = REPEATED.has(name) ? ownValue(object, name) : undefined;
    if (Array.isArray(known)) for (const one of [value].flat()) known.push(one);
    else object[name] = known === undefined ? value : [known, value].flat();
  }

  /**
   * Returns true if the innermost object has no end of its own: the list around it goes on or ends, or the text ends and everything in the
   * object has ended. A text that ends earlier is cut, and what it lacks is not known.
   */
  private lacksBrace(): boolean {
    if (this.at < this.text.length) return this.isAt('{]') && this.open.includes('[');
    return this.open.length === 1 && /[}\]]\s*$/.test(this.text.slice(-MAX_TAIL));
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
    this.open.push('[');
    for (this.at += 1; ;) {
      this.skipCommas(depth);
      if (this.isAt(']}')) break;
      if (this.at >= this.text.length) throw this.unexpected('a value', 'a list');
      const value = CLOSING.has(this.next) ? this.string(false) : this.value(depth);
      list.push(value);
      this.skip(depth);
      const surplusEnd = matchEnd(SURPLUS_BRACE, this.text, this.at);
      if (surplusEnd > 0) this.mend('a } is surplus', surplusEnd);
      const goesOn = this.isAt(',]}') || (typeof value === 'object' && this.isAt('{['));
      if (!goesOn) throw this.unexpected('a comma or ]', 'a list');
    }
    if (this.next === ']') this.at += 1;
    else if (list.length > 0 && this.open.includes('{')) this.mend('a ] is missing');
    else throw this.unexpected('a comma or ]', 'a list');
    this.open.pop();
    return list;
  }

  /** Notes that a bracket is missing or surplus here, and moves behind a surplus one. */
  private mend(what: string, end = this.at): void {
    const place = this.at < this.text.length ? `before ${this.shown()}` : 'at the end';
    this.mended ??= this.fault(`${what} ${place}`);
    this.at = end;
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

  private bareValue(): unknown {
    const textEnd = matchEnd(BARE_TEXT, this.text, this.at);
    const end = matchEnd(BARE_VALUE, this.text, this.at);
    const word = end < 0 ? '' : this.text.slice(this.at, end);
    const constant = CONSTANTS.get(word.toLowerCase());
    const isNumber = NUMBER.test(word);
    if (textEnd > end) return this.take(textEnd);
    if (constant === undefined && !isNumber && !OTHER_NUMBER.test(word)) {
      if (textEnd < 0) throw this.unexpected('a value', 'an object');
      return this.take(textEnd);
    }
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
        if (matchEnd(NAME_AHEAD, this.text, this.at) > 0 || matchEnd(LOST_NAME, this.text, this.at + 1) > 0)
          throw this.unexpected('a comma or }', 'an object');
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

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a text that `JSON.parse` refuses. Accepts unescaped quotes inside of strings only if nothing else helps. */
export function readLenientJson(text: string, budget: WorkBudget): LenientRead {
  const read = new LenientReader(text, budget, false).read();
  if (read.fault === null) return read;
  const second = new LenientReader(text, budget, true).read();
  return second.fault === null ? second : read;
}
