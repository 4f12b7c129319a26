/** The parameters of an address as texts. What is not set is missing. */
export type SearchParams = Readonly<Record<string, string>>;

/** Reads `?a=1&b=x`. Of a repeated parameter only the last counts. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes parameters in alphabetical order, so that equal filters have equal addresses. Leaves out empty ones. */
export function stringifySearch(params: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = new URLSearchParams(entries).toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** Returns true if a part of the address may be the id of an object. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

/** Returns the parameters with these names only. */
export function onlyParams<Name extends string>(
  raw: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const known: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = raw[name];
    if (typeof value === 'string' && value !== '') known[name] = value;
  }
  return known;
}
