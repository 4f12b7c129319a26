/** Elements of a mail that are shown. Of others only the content is. */
const ELEMENTS = new Set(
  'a abbr b blockquote br center div em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
/** Elements whose content is not shown either. */
const DROPPED = new Set(
  'applet audio base canvas embed form frame frameset head iframe input link math meta noscript object script select style svg template textarea title video x-style'.split(
    ' ',
  ),
);
/** Attributes that change only how an element looks. Links lead nowhere, so `href` is not among them. */
const ATTRIBUTES = new Set(
  'align alt aria-hidden bgcolor border cellpadding cellspacing class color colspan dir height lang role rowspan title valign width'.split(
    ' ',
  ),
);

export type ElementRule = 'show' | 'content' | 'drop';

export function ruleOf(tag: string): ElementRule {
  const name = tag.toLowerCase();
  if (DROPPED.has(name)) return 'drop';
  return ELEMENTS.has(name) ? 'show' : 'content';
}

/** Returns true if an attribute may be shown. `src` only names an image of the web or one inside of the mail. */
export function isShown(tag: string, attribute: string, value: string): boolean {
  if (attribute.toLowerCase() === 'src')
    return tag.toLowerCase() === 'img' && /^(https?:\/\/|data:image\/)/i.test(value);
  return ATTRIBUTES.has(attribute.toLowerCase());
}

/**
 * Renames style elements and style attributes, so that a document can be made of the HTML under a policy that forbids both. They
 * are called `x-style` and `data-style` then.
 */
export function withRenamedStyles(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, '<$1x-style')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/gi, ' data-style='));
}
