/** Nesting of objects and lists beyond which a body is not parsed. Platforms need about 10. */
const MAX_DEPTH = 64;

/** A string or a number. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** An integer that a JavaScript number may not hold exactly. */
const LONG_INTEGER = /^-?\d{16,}$/;

export class JsonTooDeep extends Error {
  constructor() {
    super(`The JSON is nested more than ${MAX_DEPTH} times`);
    this.name = 'JsonTooDeep';
  }
}

/**
 * Parses JSON of a stranger. Integers of 16 digits and more become strings, because ids of platforms would lose their last
 * digits as numbers. Throws SyntaxError if it is not JSON, and {@link JsonTooDeep} if it is nested too deeply for code that
 * walks through it.
 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw new JsonTooDeep();
  const exact = /\d{16}/.test(text)
    ? text.replace(STRING_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token))
    : text;
  return JSON.parse(exact);
}

/** Returns how deeply objects and lists are nested. Stops counting above {@link MAX_DEPTH}. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length && deepest <= MAX_DEPTH; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else inString = character !== '"';
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}
