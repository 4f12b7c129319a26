import { Tokenizer } from 'htmlparser2';
import { MAX_VALUE } from './schema-node';
import type { WorkBudget } from './work-budget';

/** Browsers stop nesting at 512. The elements of real pages are about 60 levels deep. Deeper ones become siblings. */
const MAX_DEPTH = 256;

/** An element of a page. */
export interface PageElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly PageNode[];
}
/** A text is a string. */
export type PageNode = PageElement | string;

export interface PageTree {
  root: PageElement;
  /** All elements in the order of the document. */
  elements: readonly PageElement[];
}

interface OpenElement extends PageElement {
  attributes: Map<string, string>;
  children: PageNode[];
}

/** Returns the words of a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The attributes that are read. All others are dropped, except those that a reader asks for. */
const KEPT = words(
  'alt aria-label class content data datetime href id itemid itemprop itemref itemscope itemtype max property rel resource src title type typeof value',
);
const EMPTY_ELEMENTS = words('area base br col embed hr img input link meta param source track wbr');
/** Elements that an end tag of an inline element does not close. */
const BLOCKS = words(
  'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 head header hgroup html li main menu nav noscript object ol p pre section select ' +
    'summary table tbody td template textarea tfoot th thead title tr ul',
);
const ENDS_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr main menu nav ol p pre section table ul',
);
/** Elements whose end tag authors omit, with the start tags that end them. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['p', new Set([...ENDS_PARAGRAPH, 'li', 'dd', 'dt', 'td', 'th', 'tr'])],
  ['li', words('li')],
  ['dd', words('dd dt')],
  ['dt', words('dd dt')],
  ['option', words('option optgroup')],
  ['td', words('td th tr tbody tfoot')],
  ['th', words('td th tr tbody tfoot')],
  ['tr', words('tr tbody tfoot')],
  ['thead', words('tbody tfoot')],
  ['tbody', words('tbody tfoot')],
  ['head', words('body')],
]);
/** Elements whose content has the rules of XML, in which a slash closes a start tag. */
const FOREIGN = words('svg math');
/** Elements in foreign content that contain HTML again. */
const HTML_INSIDE = words('foreignobject desc title annotation-xml mi mn mo ms mtext');
const NO_ATTRIBUTES: Map<string, string> = new Map();

/**
 * Builds the tree of a page, tag by tag and in a time that grows with the length of the page only. It follows the rules of
 * HTML for omitted and misplaced end tags as far as structured data depends on them. The contents of templates are no part
 * of the page.
 */
class PageTreeBuilder {
  readonly root: OpenElement = { name: '', attributes: NO_ATTRIBUTES, children: [] };
  readonly elements: OpenElement[] = [];
  private readonly open: OpenElement[] = [this.root];
  private readonly openNames = new Map<string, number>();
  /** How many elements are open beyond {@link MAX_DEPTH}. They are not on the stack. */
  private tooDeep = 0;
  private element: OpenElement = this.root;
  /** The name and the value of the attribute that is being read. */
  private attribute = '';
  private value = '';

  constructor(
    private readonly html: string,
    private readonly budget: WorkBudget,
    private readonly more: ReadonlySet<string>,
  ) {}

  build(): PageTree {
    this.budget.spend(this.html.length);
    const part = (start: number, end: number): string => this.html.slice(start, end);
    const nothing = (): void => undefined;
    const tokenizer = new Tokenizer(
      { decodeEntities: true },
      {
        ontext: (start, end) => this.text(part(start, end)),
        ontextentity: (code) => this.text(String.fromCodePoint(code)),
        onopentagname: (start, end) => this.begin(part(start, end).toLowerCase()),
        onattribname: (start, end) => this.beginAttribute(part(start, end).toLowerCase()),
        onattribdata: (start, end) => this.extendAttribute(part(start, end)),
        onattribentity: (code) => this.extendAttribute(String.fromCodePoint(code)),
        onattribend: () => this.endAttribute(),
        onopentagend: () => this.push(),
        onselfclosingtag: () => this.pushUnlessForeign(),
        onclosetag: (start, end) => this.close(part(start, end).toLowerCase()),
        oncdata: nothing,
        oncomment: nothing,
        ondeclaration: nothing,
        onprocessinginstruction: nothing,
        onend: nothing,
      },
    );
    tokenizer.write(this.html);
    tokenizer.end();
    return { root: this.root, elements: this.elements };
  }

  private get parent(): OpenElement {
    return this.open[this.open.length - 1] ?? this.root;
  }

  private begin(name: string): void {
    this.budget.addNode();
    while (this.tooDeep === 0 && ENDED_BY.get(this.parent.name)?.has(name)) this.pop();
    this.element = { name, attributes: NO_ATTRIBUTES, children: [] };
    if (this.isOpen('template')) return;
    this.parent.children.push(this.element);
    this.elements.push(this.element);
  }

  private beginAttribute(name: string): void {
    this.budget.spend(1);
    this.attribute = KEPT.has(name) || this.more.has(name) ? name : '';
    this.value = '';
  }

  private extendAttribute(text: string): void {
    this.budget.spend(1);
    if (this.attribute !== '' && this.value.length < MAX_VALUE) this.value += text;
  }

  /** Of several attributes of one name, the first one counts. */
  private endAttribute(): void {
    const { element, attribute } = this;
    if (attribute === '' || element.attributes.has(attribute)) return;
    if (element.attributes === NO_ATTRIBUTES) element.attributes = new Map();
    element.attributes.set(attribute, this.value);
  }

  private push(): void {
    const { element } = this;
    if (EMPTY_ELEMENTS.has(element.name)) return;
    if (this.tooDeep > 0 || this.open.length > MAX_DEPTH) {
      this.tooDeep += 1;
      return;
    }
    this.open.push(element);
    this.openNames.set(element.name, (this.openNames.get(element.name) ?? 0) + 1);
  }

  /** Opens an element whose start tag ends with a slash. The slash closes it in SVG and MathML only. */
  private pushUnlessForeign(): void {
    if (!FOREIGN.has(this.element.name) && !this.isInForeign()) this.push();
  }

  private isInForeign(): boolean {
    if (!this.isOpen('svg') && !this.isOpen('math')) return false;
    for (let at = this.open.length - 1; at > 0; at--) {
      this.budget.spend(1);
      const { name = '' } = this.open[at] ?? {};
      if (FOREIGN.has(name)) return true;
      if (HTML_INSIDE.has(name)) return false;
    }
    return false;
  }

  private isOpen(name: string): boolean {
    return (this.openNames.get(name) ?? 0) > 0;
  }

  private pop(): OpenElement | undefined {
    const element = this.open.pop();
    if (element) this.openNames.set(element.name, (this.openNames.get(element.name) ?? 0) - 1);
    return element;
  }

  private close(name: string): void {
    this.budget.spend(1);
    if (this.tooDeep > 0) this.tooDeep -= 1;
    else if (this.isOpen(name) && !this.isBehindBlock(name)) {
      while (this.pop()?.name !== name) this.budget.spend(1);
    }
  }

  /**
   * Returns true if a block stands between an inline end tag and its element, or a template between any end tag and its
   * element. Browsers ignore such an end tag.
   */
  private isBehindBlock(name: string): boolean {
    const isBlock = BLOCKS.has(name);
    if (isBlock && !this.isOpen('template')) return false;
    for (let at = this.open.length - 1; at > 0; at--) {
      this.budget.spend(1);
      const { name: above = '' } = this.open[at] ?? {};
      if (above === name) return false;
      if (isBlock ? above === 'template' : BLOCKS.has(above)) return true;
    }
    return true;
  }

  private text(text: string): void {
    this.budget.spend(1);
    if (this.isOpen('template')) return;
    const { children } = this.parent;
    const last = children.length - 1;
    if (typeof children[last] === 'string') children[last] += text;
    else children.push(text);
  }
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the tree of a page. `more` are attributes to keep besides those of structured data. Throws PageTooComplex if the page
 * has too many elements.
 */
export function readPageTree(html: string, budget: WorkBudget, more = NONE): PageTree {
  return new PageTreeBuilder(html, budget, more).build();
}

/** Returns the text directly inside an element, for elements that contain no others, such as scripts and titles. */
export function rawTextOf(element: PageElement): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}
