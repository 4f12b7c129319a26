/** Returns the id of the request that a mail belongs to. */
export function requestIdOf(messageId: string): number {
  return Number(/^inv\.(\d+)\./.exec(messageId)?.[1] ?? Number.NaN);
}

/** Returns the tokens of the links of one kind, each once, in their order: i to review, u to unsubscribe, o the image. */
export function tokensIn(raw: string, kind: 'i' | 'u' | 'o'): string[] {
  const text = raw.replaceAll('=\r\n', '');
  const found = [...text.matchAll(new RegExp(`/${kind}/([\\w-]{26})(?![\\w-])`, 'g'))].map(
    ([, token]) => token!,
  );
  return [...new Set(found)];
}

/** Returns whom the text greets. */
export function greetedIn(raw: string): string {
  return /^Dear (.*?)!/m.exec(raw.replaceAll('=\r\n', ''))?.[1] ?? '';
}

/** Returns the name in the header To; empty if there is none. */
export function nameIn(raw: string): string {
  return /^To: "?([^"<\r\n]*?)"? *</im.exec(raw)?.[1] ?? '';
}
