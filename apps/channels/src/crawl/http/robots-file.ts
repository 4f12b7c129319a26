/** Rules of one group that are read. The largest files of known shops have about 2,000. */
const MAX_RULES = 10_000;
/** The lines that belong to a group. Others, such as Sitemap, may stand anywhere. */
const GROUP_LINES = new Set(['allow', 'disallow', 'crawl-delay']);
/** A longer pattern would match no URL that we request. */
const MAX_PATTERN = 2_048;

interface RobotsRule {
  allow: boolean;
  /** The parts of the pattern between its wildcards. */
  parts: readonly string[];
  /** True if the pattern ends with `$`, so that it must match up to the end of the path. */
  toEnd: boolean;
  /** Of several rules that match, the longest counts. */
  length: number;
}

/** The rules of a robots.txt for one crawler. */
export interface RobotsGroup {
  rules: readonly RobotsRule[];
  /** Seconds that the site wants between two requests. */
  crawlDelay: number | null;
}

interface OpenGroup {
  rules: RobotsRule[];
  crawlDelay: number | null;
}

/**
 * Reads the rules of a robots.txt (RFC 9309) that apply to the crawler with this product token: its own ones, otherwise
 * those for all crawlers. Only these two groups are kept, so that the work grows with the length of the file only. A file
 * that names thousands of crawlers before thousands of rules would otherwise have millions.
 */
export function parseRobots(text: string, product: string): RobotsGroup {
  const groups = new Map<string, OpenGroup>();
  let current = new Set<OpenGroup>();
  let namesCrawlers = false;
  for (const { name, value } of linesOf(text)) {
    if (name === 'user-agent') {
      if (!namesCrawlers) current = new Set();
      const crawler = value.split('/', 1)[0]?.trim().toLowerCase() ?? '';
      if (crawler === '*' || crawler === product.toLowerCase()) current.add(groupOf(groups, crawler));
      namesCrawlers = true;
    } else if (GROUP_LINES.has(name)) {
      for (const group of current) extend(group, name, value);
      namesCrawlers = false;
    }
  }
  return groups.get(product.toLowerCase()) ?? groups.get('*') ?? { rules: [], crawlDelay: null };
}

/** Returns true unless the longest rule that matches the URL forbids it. Of two equally long rules, the allowing one counts. */
export function isAllowed({ rules }: RobotsGroup, { pathname, search }: URL): boolean {
  const path = encoded(`${pathname}${search}`);
  let longest: RobotsRule | null = null;
  for (const rule of rules) {
    const wins = !longest || rule.length > longest.length || (rule.length === longest.length && rule.allow);
    if (wins && matches(rule, path)) longest = rule;
  }
  return longest?.allow ?? true;
}

function* linesOf(text: string): Generator<{ name: string; value: string }> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    if (colon < 0) continue;
    yield { name: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() };
  }
}

function groupOf(groups: Map<string, OpenGroup>, crawler: string): OpenGroup {
  const group = groups.get(crawler) ?? { rules: [], crawlDelay: null };
  groups.set(crawler, group);
  return group;
}

function extend(group: OpenGroup, name: string, value: string): void {
  if (value === '') return;
  if (name === 'crawl-delay') {
    const seconds = Number(value);
    if (Number.isFinite(seconds) && seconds >= 0) group.crawlDelay = seconds;
    return;
  }
  if (value.length > MAX_PATTERN || group.rules.length >= MAX_RULES) return;
  group.rules.push(ruleOf(value, name === 'allow'));
}

function ruleOf(value: string, allow: boolean): RobotsRule {
  const toEnd = value.endsWith('$');
  const parts = (toEnd ? value.slice(0, -1) : value).split(/\*+/).map(encoded);
  return { allow, parts, toEnd, length: parts.join('*').length + Number(toEnd) };
}

/** Looks for the parts one after another. The first place of a part leaves the most room for the others. */
function matches({ parts, toEnd }: RobotsRule, path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = toEnd ? rest.pop() : undefined;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!toEnd) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

/** Characters that URLs and patterns contain both plain and escaped. In a pattern, the plain `*` and `$` have a meaning. */
const ESCAPED = /['*$]/g;
/** Characters that mean the same plain and escaped (RFC 3986, 2.3). */
const UNRESERVED = /^[\w.~-]$/;

/**
 * Returns the same spelling for all spellings of a path, or of a part of a pattern: `/ö` becomes `/%C3%B6`, `/%c3%b6` too,
 * and `/%7Ejoe` becomes `/~joe`.
 */
function encoded(text: string): string {
  const plain = text
    .replace(/%[\da-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return UNRESERVED.test(character) ? character : escape.toUpperCase();
    })
    .replace(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURI(plain)
    .replaceAll('%25', '%')
    .replace(ESCAPED, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
