import type { WorkBudget } from './work-budget';

// Real pages wrap JSON-LD in HTML comments or CDATA.
const OPENING = /^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/;
const CLOSING = /(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*;?$/;
/** The closing wrapper is searched in this many characters at the end of a block. */
const MAX_CLOSING = 60;

/** Returns the parsed JSON of a block, repaired if necessary. Returns undefined if the block is beyond repair. */
export function parseBlock(text: string, budget: WorkBudget): unknown {
  budget.spend(text.length);
  return parsed(text) ?? parsed(repaired(text, budget));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** Removes the wrapper and trailing commas, and escapes control characters inside strings. */
function repaired(text: string, budget: WorkBudget): string {
  const json = unwrapped(text);
  budget.spend(json.length);
  const kept: string[] = [];
  let copied = 0;
  let inString = false;
  /** Position of a comma that only white space follows so far. */
  let comma = -1;
  const replace = (at: number, replacement: string): void => {
    kept.push(json.slice(copied, at), replacement);
    copied = at + 1;
  };
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (inString) {
      if (character === '"') inString = false;
      else if (character === '\\') at += 1;
      else if (character < ' ') replace(at, JSON.stringify(character).slice(1, -1));
    } else if (!isSpace(character)) {
      if (comma >= 0 && (character === '}' || character === ']')) replace(comma, '');
      comma = character === ',' ? at : -1;
      inString = character === '"';
    }
  }
  return kept.join('') + json.slice(copied);
}

function unwrapped(text: string): string {
  const opened = text.trim().replace(OPENING, '');
  const end = opened.slice(-MAX_CLOSING).replace(CLOSING, '').trimEnd().replace(/;$/, '');
  return opened.slice(0, -MAX_CLOSING) + end;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}
