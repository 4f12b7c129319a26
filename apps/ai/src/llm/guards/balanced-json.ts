/** Our schemas are three levels deep. Deeper text is not parsed. */
const MAX_DEPTH = 8;
/** Braces in prose before the object that are tried. */
const MAX_STARTS = 20;

/** Returns the first JSON object in the answer of a model, also behind prose, thoughts or a code fence. Returns null if there is none. */
export function balancedJson(answer: string): Record<string, unknown> | null {
  const thoughts = answer.lastIndexOf('</think>');
  const text = thoughts < 0 ? answer : answer.slice(thoughts);
  let start = text.indexOf('{');
  for (let tried = 0; start >= 0 && tried < MAX_STARTS; tried += 1) {
    const end = endOfObject(text, start);
    const object = end === null ? null : parsedObject(text.slice(start, end));
    if (object !== null) return object;
    start = text.indexOf('{', start + 1);
  }
  return null;
}

/** Returns the index behind the brace that closes the object, or null if none does or the object is too deep. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > MAX_DEPTH) return null;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return null;
}

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
