import { type PageElement, words } from './page-tree';
import { MAX_VALUE } from './schema-node';
import type { WorkBudget } from './work-budget';

/** Elements that stand on lines of their own. */
const LINES = words(
  'address article aside blockquote caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hgroup hr li main menu nav ol option p pre section summary table tbody tfoot thead tr ul',
);
const UNSEEN = words('script style noscript title');
/** What a page writes on the link to the whole text. */
export const READ_MORE =
  '(?:read|show|see|view) (?:more|all|full review)|continue reading|mehr (?:lesen|anzeigen)|weiterlesen|(?:lire|voir) (?:la )?(?:suite|plus)|' +
  '(?:leer|ver|mostrar) más|leggi (?:tutto|di più|altro)|mostra altro|lees meer|meer lezen|läs mer|læs mere|les mer|(?:ler|ver) mais|czytaj (?:więcej|dalej)|(?:read|show|see) less|weniger anzeigen|(?:lire|voir) moins|verified (?:purchase|buyer)';
const CONTROL = new RegExp(`^[^\\p{L}]*(?:${READ_MORE})[^\\p{L}]*$`, 'iu');
/** What a control says if the text is whole. */
const WHOLE = /less|weniger|moins|verified/i;
const MAX_CONTROL = 40;
const PRE = words('pre textarea');
/** White space of the source. A browser shows each run of it as one space. */
const SOURCE_SPACE = /[ \t\n\f\r]+/g;

/** Writes the text of an element as a browser shows it: source white space is folded, and blocks stand on own lines. */
class TextWriter {
  private readonly parts: string[] = [];
  private room = MAX_VALUE;
  /** What separates the next text from the last one. */
  private gap: '' | ' ' | '\n' = '';
  /** True behind a line break, where a block begins on the same line. */
  private isBroken = false;

  /** True if a control was left out. */
  leftOut = false;

  constructor(
    private readonly budget: WorkBudget,
    private readonly hasControls: boolean,
  ) {}

  get text(): string {
    return this.parts.join('');
  }

  inside({ name, children }: PageElement, isInPre = false): void {
    const isPre = isInPre || PRE.has(name);
    for (const node of children) {
      if (this.room <= 0) return;
      this.budget.spend(1);
      if (typeof node === 'string') this.write(node, isPre);
      else if (node.name === 'br') this.lineBreak();
      else if (!this.hasControls && isControl(node)) this.control(node);
      else if (!UNSEEN.has(node.name)) this.element(node, isPre);
    }
  }

  private element(element: PageElement, isPre: boolean): void {
    const isLine = LINES.has(element.name);
    if (isLine) this.line();
    else if (element.name === 'td' || element.name === 'th') this.space();
    this.inside(element, isPre);
    if (isLine) this.line();
  }

  private write(node: string, isPre: boolean): void {
    const given = node.slice(0, this.room);
    this.room -= given.length;
    this.budget.spend(given.length);
    const text = isPre ? given : given.replace(SOURCE_SPACE, ' ');
    const shown = isPre ? text : text.replace(/^ | $/g, '');
    if (text !== shown && text.startsWith(' ')) this.space();
    if (shown === '') return;
    // What comes before the first text separates nothing.
    this.parts.push(this.parts.length > 0 ? this.gap : '', shown);
    this.gap = '';
    this.isBroken = shown.endsWith('\n');
    if (text !== shown && text.endsWith(' ')) this.space();
  }

  private space(): void {
    if (this.gap === '') this.gap = ' ';
  }

  /** Writes the mark of a cut in place of a control that shows the whole text. */
  private control({ children: [text] }: PageElement): void {
    this.leftOut = true;
    const isCut = typeof text === 'string' && CONTROL.test(text) && !WHOLE.test(text);
    if (isCut && this.parts.length > 0 && !/(?:…|\.\.)\s*$/.test(this.parts.at(-1) ?? ''))
      this.parts.push('…');
    this.space();
  }

  private line(): void {
    this.gap = this.isBroken ? '' : '\n';
  }

  private lineBreak(): void {
    this.room -= 1;
    if (this.parts.length > 0) this.parts.push('\n');
    this.gap = '';
    this.isBroken = true;
  }
}

/** Returns true for a button, and for a link to the whole text. */
function isControl({ name, children: [text, ...more] }: PageElement): boolean {
  if (name === 'button') return true;
  return typeof text === 'string' && more.length === 0 && text.length <= MAX_CONTROL && CONTROL.test(text);
}

/**
 * Returns at most {@link MAX_VALUE} characters of the text that an element and everything in it shows. Controls count only if it shows
 * nothing else: the name of an author may be a button that opens a profile.
 */
export function textOf(element: PageElement, budget: WorkBudget): string {
  for (const hasControls of [false, true]) {
    const writer = new TextWriter(budget, hasControls);
    writer.inside(element);
    if (writer.text !== '' || !writer.leftOut) return writer.text;
  }
  return '';
}
