/** Returns the addresses and networks of a text that has one on each line, or several with commas. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
