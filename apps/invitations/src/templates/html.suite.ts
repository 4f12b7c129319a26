/** Elements without an end tag. */
const VOID = new Set(['meta', 'img', 'br', 'link']);
const TAG =
  /<(?<end>\/?)(?<name>[a-z][a-zA-Z0-9:]*)(?<attributes>(?:\s+[a-z][a-z0-9:-]*="[^"<>]*")*)\s*>|<!doctype html>/g;

/**
 * Throws unless the document is well-formed: every element is closed in order, every attribute has quotes, and no other "<" or
 * ">" occurs in text. Comments of Outlook are read in both ways, as Outlook reads them and as every other program does.
 */
export function expectWellFormed(html: string): void {
  const forOutlook = html.replaceAll('<!--[if mso]>', '').replaceAll('<![endif]-->', '');
  for (const variant of [forOutlook, html.replace(/<!--.*?-->/gs, '')]) {
    const markup = variant.replace(/<style>.*?<\/style>/gs, '');
    expect(markup.replace(TAG, '')).not.toMatch(/[<>]/);
    expect(openElements(markup)).toEqual([]);
    expect(duplicateAttributes(markup)).toEqual([]);
  }
}

/** Returns the values of an attribute in the document, decoded. */
export function attributeValues(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    decoded(value),
  );
}

/** Returns the text that a reader sees. */
export function visibleText(html: string): string {
  const shown = html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(style|title|head)>.*?<\/\1>/gs, '')
    .replace(/<div class="hide".*?<\/div>/gs, '')
    .replace(/<(?:br|\/p|\/h1|\/td)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '');
  return decoded(shown.replaceAll('&nbsp;', ' ').replaceAll('&#9733;', '★'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function openElements(markup: string): string[] {
  const open: string[] = [];
  for (const { groups } of markup.matchAll(TAG)) {
    const { name, end } = groups ?? {};
    if (!name || VOID.has(name)) continue;
    if (!end) open.push(name);
    else if (open.pop() !== name) return [...open, `</${name}>`];
  }
  return open;
}

function duplicateAttributes(markup: string): string[] {
  return [...markup.matchAll(TAG)].flatMap(({ groups }) => {
    const names = [...(groups?.['attributes'] ?? '').matchAll(/\s([a-z][a-z0-9:-]*)="[^"]*"/g)].map(
      ([, name = '']) => name,
    );
    return names.filter((name, at) => names.indexOf(name) !== at);
  });
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
