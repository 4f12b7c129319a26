/** Rules of one group that are read. The largest files of known shops have about 2,000. */
const MAX_RULES = 10_000;
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
    } else {
      for (const group of current) extend(group, name, value);
    }
    namesCrawlers = name === 'user-agent';
  }
  return groups.get(product.toLowerCase()) ?? groups.get('*') ?? { rules: [], crawlDelay: null };
}

/** Returns true unless the longest rule that matches the URL forbids it. Of two equally long rules, the allowing one counts. */
export function isAllowed({ rules }: RobotsGroup, { pathname, search }: URL): boolean {
  const path = upperCaseEscapes(`${pathname}${search}`);
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
  const seconds = Number(value);
  if (name === 'crawl-delay' && Number.isFinite(seconds)) group.crawlDelay = seconds;
  if (name !== 'allow' && name !== 'disallow') return;
  if (value === '' || value.length > MAX_PATTERN || group.rules.length >= MAX_RULES) return;
  group.rules.push(ruleOf(value, name === 'allow'));
}

function ruleOf(value: string, allow: boolean): RobotsRule {
  const pattern = encoded(value);
  const toEnd = pattern.endsWith('$');
  const parts = (toEnd ? pattern.slice(0, -1) : pattern).split(/\*+/);
  return { allow, parts, toEnd, length: pattern.length };
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

/** Returns the pattern as a URL contains it: `/ö` becomes `/%C3%B6`. */
function encoded(pattern: string): string {
  return upperCaseEscapes(encodeURI(pattern.replace(/\p{Surrogate}/gu, '\uFFFD')).replaceAll('%25', '%'));
}

function upperCaseEscapes(path: string): string {
  return path.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
}
