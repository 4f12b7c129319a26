/** A name, an equals sign, and a value that may be percent-encoded. */
const PAIR = /^\s*([\w.-]+)\s*=(.*)$/s;

/** Reads `name=value,name=value`, the form of lists in the variables of OpenTelemetry. Returns null if it is another form. */
export function readPairs(text: string): Record<string, string> | null {
  const pairs: Record<string, string> = {};
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name, value] = PAIR.exec(part) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      pairs[name] = decodeURIComponent(value.trim());
    } catch {
      return null;
    }
  }
  return pairs;
}
