/** Returns a command that tries a key on this server. */
export function curlExample(origin: string, key: string): string {
  return `curl -u ${shellQuoted(`:${key}`)} \\\n  ${shellQuoted(`${origin}/public/v1/hello`)}`;
}

/** Returns the text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
