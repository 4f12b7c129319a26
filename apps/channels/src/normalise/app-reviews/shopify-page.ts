import { textOf } from '../schema-org/page-text';
import { type PageElement, readPageTree } from '../schema-org/page-tree';
import { readSchemaPage } from '../schema-org/schema-org';
import { WorkBudget } from '../schema-org/work-budget';

/** Reviews of one page that are read. A page has 10. */
const MAX_REVIEWS = 100;
/** Texts of one review besides what the merchant wrote: date, name, country and time of use. */
const MAX_LINES = 50;
const MAX_LINE = 200;
/** Paragraphs of one review or reply that are read. */
const MAX_PARAGRAPHS = 100;

const BLOCK = 'data-merchant-review';
const ID = 'data-review-content-id';
const COPY = 'data-truncate-content-copy';
const REPLY = 'data-merchant-review-reply';
const LABEL = 'aria-label';
const ATTRIBUTES: ReadonlySet<string> = new Set([BLOCK, ID, COPY, REPLY, LABEL]);

const STARS = /^(\d) out of 5 stars$/i;
const DATE = /^(?:edited )?([a-z]{3,9} \d{1,2}, \d{4})$/i;
const USAGE = /\busing the app$/i;

/** A review on a page of the Shopify App Store. What is missing is an empty string. */
export interface ShopifyReview {
  id: string;
  stars: string;
  date: string;
  text: string;
  merchant: string;
  country: string;
  usage: string;
  reply: string;
  replyDate: string;
}

export interface ShopifyPage {
  name: string | null;
  score: number | null;
  reviews: number | null;
  rows: ShopifyReview[];
  hasNext: boolean;
}

/** A part of a review block: the text, and the short texts beside it. */
interface Part {
  paragraphs: string[];
  lines: string[];
}

/** Reads the blocks of reviews in one walk over the page. */
class BlockReader {
  readonly reviews: ShopifyReview[] = [];

  constructor(private readonly budget: WorkBudget) {}

  visit(element: PageElement): void {
    this.budget.spend(1);
    if (this.reviews.length >= MAX_REVIEWS) return;
    if (element.attributes.has(BLOCK)) this.reviews.push(this.reviewOf(element));
    else for (const child of element.children) if (typeof child !== 'string') this.visit(child);
  }

  private reviewOf(block: PageElement): ShopifyReview {
    const own: Part = { paragraphs: [], lines: [] };
    const reply: Part = { paragraphs: [], lines: [] };
    const found = { stars: '', merchant: '' };
    this.collect(block, { own, reply, found, part: own, isCopy: false });
    const beside = own.lines.filter((line) => !DATE.test(line));
    return {
      id: (block.attributes.get(ID) ?? '').slice(0, MAX_LINE).trim(),
      stars: found.stars,
      date: dateOf(own.lines),
      text: own.paragraphs.join('\n'),
      merchant: found.merchant,
      country: beside.find((line) => !USAGE.test(line)) ?? '',
      usage: beside.find((line) => USAGE.test(line)) ?? '',
      reply: reply.paragraphs.join('\n'),
      replyDate: dateOf(reply.lines),
    };
  }

  /** Collects the texts of an element and everything in it. Each element is visited once. */
  private collect(element: PageElement, state: CollectState): void {
    this.budget.spend(1);
    const { attributes, name } = element;
    if (name === 'button' || name === 'script' || name === 'style') return;
    const inside = stateInside(element, state);
    const { part, found } = inside;
    if (part === state.own) noteOwn(element, found);
    // The text of a name may be cut. The whole name is in the title.
    if (name === 'span' && attributes.has('title')) return;
    if (name === 'p' && (inside.isCopy || part === state.reply)) {
      if (part.paragraphs.length < MAX_PARAGRAPHS) part.paragraphs.push(textOf(element, this.budget).trim());
      return;
    }
    for (const child of element.children) {
      if (typeof child !== 'string') this.collect(child, inside);
      else if (!inside.isCopy) addLine(part, child);
    }
  }
}

interface CollectState {
  own: Part;
  reply: Part;
  found: { stars: string; merchant: string };
  /** The part that texts belong to. */
  part: Part;
  /** True inside what the merchant wrote. */
  isCopy: boolean;
}

function stateInside({ attributes }: PageElement, state: CollectState): CollectState {
  const isReply = attributes.has(REPLY);
  return {
    ...state,
    part: isReply ? state.reply : state.part,
    isCopy: attributes.has(COPY) || (state.isCopy && !isReply),
  };
}

/** Keeps the stars and the full name of the merchant, which is in an attribute because the page may cut it. */
function noteOwn({ name, attributes }: PageElement, found: CollectState['found']): void {
  const stars = STARS.exec((attributes.get(LABEL) ?? '').slice(0, MAX_LINE))?.[1];
  if (found.stars === '' && stars !== undefined) found.stars = stars;
  const title = attributes.get('title');
  if (found.merchant === '' && name === 'span' && title) found.merchant = title.slice(0, MAX_LINE).trim();
}

function addLine(part: Part, text: string): void {
  const line = text.slice(0, MAX_LINE).trim();
  if (line !== '' && part.lines.length < MAX_LINES) part.lines.push(line);
}

function dateOf(lines: readonly string[]): string {
  for (const line of lines) {
    const date = DATE.exec(line)?.[1];
    if (date !== undefined) return date;
  }
  return '';
}

/**
 * Reads the reviews of a page of the Shopify App Store, and the score and count that it marks up. The work grows with the
 * length of the page only. Throws PageTooComplex beyond the budget.
 */
export function readShopifyPage(html: string, url: string, budget = new WorkBudget()): ShopifyPage {
  const { name, official, next } = readSchemaPage(html, url, budget);
  const reader = new BlockReader(budget);
  reader.visit(readPageTree(html, budget, ATTRIBUTES).root);
  return {
    name,
    score: official?.value ?? null,
    reviews: official?.count ?? null,
    rows: reader.reviews,
    hasNext: next !== null,
  };
}
