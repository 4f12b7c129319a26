import { isShown, ruleOf, withRenamedStyles } from './mail-rules';

/** A mail with more elements than this is not one of ours. */
const MAX_ELEMENTS = 5_000;

/**
 * Shows the HTML of a mail in the empty document of a frame. The document inherits the policy of the page, which allows neither
 * style elements nor style attributes in HTML. So the mail is read into an inert document, and its elements are made again with
 * their styles set by script. Scripts, forms and links are left out.
 */
export function showMail(html: string, frame: HTMLIFrameElement): void {
  const target = frame.contentDocument;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!target || !view) return;
  const mail = new DOMParser().parseFromString(withRenamedStyles(html), 'text/html');
  const copy = new MailCopy(target);
  target.documentElement.lang = mail.documentElement.lang;
  target.documentElement.dir = mail.documentElement.dir;
  target.body.className = mail.body.className;
  target.body.style.cssText = mail.body.dataset.style ?? '';
  target.body.replaceChildren(...copy.contentOf(mail.body));
  target.adoptedStyleSheets = [...mail.querySelectorAll('x-style')].map(({ textContent }) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(textContent ?? '');
    return sheet;
  });
}

class MailCopy {
  private count = 0;

  constructor(private readonly target: Document) {}

  contentOf(source: Node): Node[] {
    return [...source.childNodes].flatMap((node) => this.copiesOf(node));
  }

  private copiesOf(node: Node): Node[] {
    if (node.nodeType === Node.TEXT_NODE) return [this.target.createTextNode(node.nodeValue ?? '')];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const source = node as HTMLElement;
    this.count += 1;
    const rule = this.count > MAX_ELEMENTS ? 'drop' : ruleOf(source.tagName);
    if (rule === 'drop') return [];
    if (rule === 'content') return this.contentOf(source);
    const element = this.target.createElement(source.tagName.toLowerCase());
    for (const { name, value } of source.attributes) {
      if (isShown(source.tagName, name, value)) element.setAttribute(name, value);
    }
    element.style.cssText = source.dataset.style ?? '';
    element.append(...this.contentOf(source));
    return [element];
  }
}
