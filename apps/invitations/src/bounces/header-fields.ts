/** The fields of a header by their names in lower case. Of a repeated field, the first one counts. */
export type Fields = ReadonlyMap<string, string>;

const MAX_LINES = 2_000;
const MAX_VALUE = 2_000;

/**
 * Reads blocks of `Name: value` lines, which empty lines separate. A line that begins with a space continues the one before it. A field
 * of `firsts` that a block already has begins another one: some servers forget the empty line.
 */
export function fieldBlocks(text: string, firsts: readonly string[] = []): Fields[] {
  const blocks: Map<string, string>[] = [];
  let current: Map<string, string> | null = null;
  let name: string | null = null;
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    if (line.trim() === '') {
      current = null;
      name = null;
    } else if (/^[ \t]/.test(line)) {
      if (current && name !== null) append(current, name, line);
    } else {
      name = nameOf(line);
      if (!current || (firsts.includes(name ?? '') && current.has(name ?? '')))
        blocks.push((current = new Map()));
      if (name === null || current.has(name)) name = null;
      else
        current.set(
          name,
          line
            .slice(line.indexOf(':') + 1)
            .slice(0, MAX_VALUE)
            .trim(),
        );
    }
  }
  return blocks;
}

/** Returns the name of the field that the line begins, or null if it begins none. */
function nameOf(line: string): string | null {
  return /^([\w-]{1,80})[ \t]{0,8}:/.exec(line)?.[1]?.toLowerCase() ?? null;
}

function append(block: Map<string, string>, name: string, line: string): void {
  const joined = `${block.get(name) ?? ''} ${line.trim()}`.trim();
  if (joined.length <= MAX_VALUE) block.set(name, joined);
}
