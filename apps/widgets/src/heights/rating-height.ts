import { cardPadding, edges } from './card-height';
import { overviewHeight, sourcesHeight } from './frame-height';
import { BUTTON, emOf, lineHeight, type Measure, SMALL, stacked, wrapped } from './measure';

export function summaryHeight(measure: Measure): number {
  const { content, width } = measure;
  const em = emOf(measure);
  const { edge, block, inline } = edges(measure, cardPadding(measure));
  const inner = { ...measure, width: width - 2 * inline };
  const ai = content.ai_summary;
  const size = 0.875 * em;
  const words = ai
    ? 24 +
      size * 1.5 +
      lineHeight(ai.text, inner.width - 28, size) +
      lineHeight(ai.note, inner.width - 28, size * SMALL)
    : 0;
  const overview = content.summary.count > 0 ? overviewHeight(inner, width) : em * 1.5;
  return block + edge + stacked([overview, sourcesHeight(inner, width), words], 24);
}

export function badgeHeight(measure: Measure): number {
  const { settings, content, width } = measure;
  const { layout } = settings;
  const em = emOf(measure);
  const { summary } = content;
  const stars = layout['show_stars'] === true && summary.rating !== null ? em * 1.125 : 0;
  const words = layout['show_count'] === true ? em * SMALL * 1.5 : 0;
  if (layout['variant'] === 'bar') return Math.max(BUTTON, 26 + em * 1.5);
  if (layout['variant'] !== 'card') return BUTTON;
  const number = layout['show_number'] === true && summary.rating !== null;
  const marks = layout['show_platform_logos'] === true ? summary.platforms.length : 0;
  const { edge } = edges(measure, [14, 18]);
  const items = [
    ...(number ? [[em * 2.25 * 1.4, em * 2.25] as const] : []),
    [Math.max(stars * 5, em * SMALL * 10), stacked([stars, words], 4)] as const,
    ...(marks > 0 ? [[22 * marks, 18] as const] : []),
  ];
  return 28 + edge + wrapped(items, width - 38, [8, 16]);
}

export function facesHeight(measure: Measure): number {
  const { settings, reviews, content, width } = measure;
  const { face_size: face, overlap, max_faces: most, text } = settings.layout;
  const em = emOf(measure);
  const faces = Math.min(reviews.length, Number(most));
  const small = em * SMALL;
  const label = text || `4.5 · ${content.summary.label}`;
  const stars = content.summary.rating === null ? 0 : em * 1.125;
  const words = [
    Math.min(width, small * 0.5 * String(label).length),
    stacked([stars, small * 1.5], 4),
  ] as const;
  const row = [faces * (Number(face) - Number(overlap)) + Number(overlap), Number(face)] as const;
  return Math.max(BUTTON, wrapped([...(faces > 0 ? [row] : []), words], width, [8, 12]));
}
