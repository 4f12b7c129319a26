import { visibleText, withoutLookAlikes, withSingleSpaces } from './suspicious-text-folding';
import { hasPattern, type PatternGroup } from './suspicious-text-patterns';

/** What a page, a template or a chat program would interpret. Reviews of people contain none of it. */
const ACTIVE: PatternGroup = {
  needs: /[<>[\]{}`]|&[lg#]|%3|[$][{(]|~~~|###|["'] ?:|[=\-*_~]{3}/i,
  patterns: [
    /<\/?[a-z!?][^<>]{0,300}>/i,
    /<\/?(?:script|img|iframe|svg|style|object|embed|form|input|body|html|meta|link|video|audio|base|div|span)\b/i,
    /&(?:lt|gt);|&#(?:x3[ce]|60|62);|%3c\/?[a-z!]/i,
    /<\||\|>|<<\/?[a-z]|\[\/?(?:inst|sys|system|assistant|user)\b/i,
    /\] ?\(|\]\[|!\[|^\[[^\]\n]{1,50}\]:/m,
    /```|~~~|#{3}/,
    /\{\{|\}\}|\$[{(]|#\{|<%|%>|\{%|%\}|\[\[|\]\]|\{[a-z_.]{1,40}\}/i,
    /["'`] ?[}\]] ?[,}\]]|[\]}] ?\}|\{ ?["']|["'] ?: ?[{["']/iu,
    /[=\-*_~]{3} ?(?:begin|end|start|system|instruction|admin|user|new instruction)/i,
  ],
};

/**
 * What a model uses to format an answer. Reviews have stars and dashes too, so it makes no text suspicious.
 */
const EMPHASIS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}*])\*\*[^*\s]/u,
  /(?<![\p{L}\p{N}_])__[^_\s]/u,
  /`[^`\n]{1,200}`/,
  /^ ?(?:#{1,6}|[*+>]|\d{1,2}[.)]|-) \S/m,
  /^ ?\|/m,
];

/** Returns true if the text has HTML, Markdown, JSON or placeholders of a template. */
export function hasMarkup(text: string): boolean {
  const line = withSingleSpaces(withoutLookAlikes(visibleText(text)));
  return hasActiveMarkup(line) || EMPHASIS.some((pattern) => pattern.test(line));
}

/**
 * Returns true if a visible text without look-alikes and with single spaces has markup other than emphasis and lists.
 */
export function hasActiveMarkup(line: string): boolean {
  return hasPattern(line, [ACTIVE]);
}
