import type { PublicPlatform } from '../public-json/public-widget';
import type { LayoutInput } from './layout';
import { disclosure, header } from './parts';
import { oneStar, overview, platformMark, ratingNumber } from './rating';
import { el, nodes, type TreeNode } from './tree';

/** The average, the bars, the score of each platform and what reviewers mention. It has no behaviour. */
export function summary(input: LayoutInput): TreeNode[] {
  const { settings, strings, aiSummary: ai } = input;
  const { count, platforms } = input.summary;
  // A platform whose figures are not those of the header has none here.
  const known = platforms.filter((platform) => platform.count > 0 || platform.rating !== null);
  const rows = settings.layout.show_per_platform === true ? known : [];
  const panel = el(
    'div.card.panel',
    { part: 'card' },
    count > 0 ? overview(input, (_star, content) => ['li.row', {}, ...content]) : ['p', {}, strings('empty')],
    rows.length > 0 && ['ul.sources', {}, ...rows.map((platform) => platformRow(platform, input))],
    ai && [
      'div.reply',
      {},
      ['strong', {}, strings('ai_title')],
      ['p', { dir: 'auto' }, ai.text],
      ['p.muted', {}, ai.note],
    ],
  );
  return nodes([header(input, { rating: false }), panel, disclosure(input)]);
}

function platformRow(platform: PublicPlatform, input: LayoutInput): TreeNode {
  const { label, rating, short_label: short } = platform;
  const score: TreeNode | false = rating !== null && [
    'span.note',
    {},
    ratingNumber(rating, input),
    oneStar(rating, input),
  ];
  return el('li', {}, platformMark(platform, input), ['span', {}, label], ['span.n', {}, short], score);
}
