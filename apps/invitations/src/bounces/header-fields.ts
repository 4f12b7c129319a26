/** The fields of a header by their names in lower case. Of a repeated field, the first one counts. */
export type Fields = ReadonlyMap<string, string>;

const MAX_LINES = 2_000;
const MAX_VALUE = 2_000;

/** Reads blocks of `Name: value` lines, which empty lines separate. A line that begins with a space continues the one before it. */
export function fieldBlocks(text: string): Fields[] {
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
      if (!current) blocks.push((current = new Map()));
      name = startField(current, line);
    }
  }
  return blocks;
}

/** Returns the name of the field that the line begins, or null if it begins none or repeats one. */
function startField(block: Map<string, string>, line: string): string | null {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).trim().toLowerCase();
  if (colon < 1 || !/^[\w-]{1,80}$/.test(name) || block.has(name)) return null;
  block.set(name, line.slice(colon + 1, colon + 1 + MAX_VALUE).trim());
  return name;
}

function append(block: Map<string, string>, name: string, line: string): void {
  const joined = `${block.get(name) ?? ''} ${line.trim()}`.trim();
  if (joined.length <= MAX_VALUE) block.set(name, joined);
}
