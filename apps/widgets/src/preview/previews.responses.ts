import { ApiProperty } from '@nestjs/swagger';
import { VISITOR_SORTS } from '../public-json/public-widget';
import { RATING_BASES } from '../settings/settings';
import { WIDGET_TYPES } from '../settings/widget-types';
import { PreviewReviewResponse } from './preview-reviews.responses';

/** Nodes are texts and lists, which contain nodes themselves. */
const TREE = { type: 'array', items: {} } as const;

class PreviewPlatformResponse {
  @ApiProperty({ example: 'google', description: 'The slug of the platform.' }) platform: string;
  @ApiProperty({ example: 'Google', description: 'The name of the platform.' }) label: string;
  @ApiProperty({ example: 'G', description: "One or two letters that stand for the platform's logo." })
  mark: string;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 4.6,
    description: 'From 1 to 5. `null` if the platform publishes none.',
  })
  rating: number | null;
  @ApiProperty({ example: 120, description: 'The number of reviews on the platform.' }) count: number;
  @ApiProperty({
    example: '120 reviews',
    description:
      'The number in the language of the widget. Empty if the rating does not include the platform.',
  })
  short_label: string;
}

class PreviewSummaryResponse {
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 4.6,
    description: 'From 1 to 5. `null` if there is no rating.',
  })
  rating: number | null;
  @ApiProperty({ example: 215, description: 'The number of reviews behind the rating.' }) count: number;
  @ApiProperty({
    enum: RATING_BASES,
    example: 'official',
    description: 'The origin of `rating` and `count`. Without official scores it is `collected`.',
  })
  basis: string;
  @ApiProperty({ example: 'Based on 215 reviews', description: 'A sentence in the language of the widget.' })
  label: string;
  @ApiProperty({ example: '215 reviews', description: 'The number in the language of the widget.' })
  short_label: string;
  @ApiProperty({
    type: [Number],
    nullable: true,
    example: [150, 40, 15, 6, 4],
    description: 'The numbers of reviews with 5, 4, 3, 2 and 1 stars. `null` if they are not known.',
  })
  distribution: number[] | null;
  @ApiProperty({ type: [PreviewPlatformResponse], description: 'The platforms of the shown channels.' })
  platforms: PreviewPlatformResponse[];
  @ApiProperty({ example: 198, description: 'The number of approved reviews that match the settings.' })
  matching: number;
}

class PreviewLinkResponse {
  @ApiProperty({ example: 'How reviews are collected', description: 'The text of the link.' }) label: string;
  @ApiProperty({ example: 'https://www.example.com/reviews', description: 'Where it leads.' }) url: string;
}

class PreviewDisclosureResponse {
  @ApiProperty({ example: 'All 215 collected reviews are included.', description: 'What the widget shows.' })
  text: string;
  @ApiProperty({
    type: PreviewLinkResponse,
    nullable: true,
    description: 'The link of `legal.disclosure_url`. `null` if there is none.',
  })
  link: PreviewLinkResponse | null;
}

class PreviewAiSummaryResponse {
  @ApiProperty({ example: 'Guests praise the bread.', description: 'The text.' }) text: string;
  @ApiProperty({ example: 'Written by AI from 128 reviews', description: 'Says who wrote it.' }) note: string;
}

class PreviewBasisResponse {
  @ApiProperty({ enum: RATING_BASES, example: 'official', description: 'A value of `header.rating_basis`.' })
  basis: string;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 4.6,
    description:
      'The rating from 1 to 5 that this basis yields. `null` if it yields none; the widget then shows the collected reviews instead of `official`.',
  })
  rating: number | null;
  @ApiProperty({ example: 1204, description: 'The number of reviews that the rating counts.' }) count: number;
}

/** What the element draws. */
export class WidgetPreviewResponse {
  @ApiProperty({
    example: false,
    description:
      'True if the reviews are invented, because the request asks for that or the sub account has no approved review yet.',
  })
  sample: boolean;
  @ApiProperty({
    type: [PreviewBasisResponse],
    description:
      'What each basis of the rating yields with these settings. The numbers are those of the sub account, also if the reviews are invented.',
  })
  rating_bases: PreviewBasisResponse[];
  @ApiProperty({ example: true, description: 'Always true, also for a widget that is not active.' })
  active: boolean;
  @ApiProperty({
    example: 'w_8fJ2kQ0vT3nYb5Lx',
    description: 'The key of the widget. Empty if none is stored.',
  })
  key: string;
  @ApiProperty({ enum: WIDGET_TYPES, example: 'list', description: 'The type of the widget.' }) type: string;
  @ApiProperty({ example: 'de', description: "The language of the widget's own texts." }) lang: string;
  @ApiProperty({ enum: ['ltr', 'rtl'], example: 'ltr', description: 'The direction of the widget.' })
  dir: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { layout: {}, card: { read_more: 'expand' }, behavior: { lightbox: true } },
    description: 'The settings that the element needs. `tree` and `css` contain the others.',
  })
  settings: object;
  @ApiProperty({
    enum: [...VISITOR_SORTS, 'featured'],
    example: 'newest',
    description: 'The order of the reviews, as the menu names it.',
  })
  sort: string;
  @ApiProperty({ type: PreviewSummaryResponse, description: 'The rating and its origin.' })
  summary: PreviewSummaryResponse;
  @ApiProperty({ type: [PreviewReviewResponse], description: 'The reviews of the first page.' })
  reviews: PreviewReviewResponse[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Always `null`. A preview has one page of reviews.',
  })
  next: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { load_more: 'Mehr anzeigen' },
    description: 'The texts of the element.',
  })
  strings: object;
  @ApiProperty({
    type: PreviewDisclosureResponse,
    nullable: true,
    description: 'Which reviews are shown, or that they are samples. `null` if the settings hide it.',
  })
  disclosure: PreviewDisclosureResponse | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The name of the product. `null` unless the settings show it.',
  })
  branding: string | null;
  @ApiProperty({
    example: 'https://reviews.example.com/w/w_8fJ2kQ0vT3nYb5Lx',
    description: 'The hosted page of the widget. Empty if none is stored.',
  })
  page_url: string;
  @ApiProperty({
    type: PreviewAiSummaryResponse,
    nullable: true,
    description: 'A text about the reviews by AI. `null` unless the settings show it.',
  })
  ai_summary: PreviewAiSummaryResponse | null;
  @ApiProperty({
    ...TREE,
    example: [['header', {}, ['h2', {}, 'Was Gäste sagen']]],
    description: 'Everything but the reviews: texts, or lists of a tag, its attributes and its children.',
  })
  tree: unknown[];
  @ApiProperty({
    example: false,
    description: 'True if there are too few reviews, and the settings hide the widget then.',
  })
  hidden: boolean;
  @ApiProperty({
    ...TREE,
    nullable: true,
    example: null,
    description: 'What the widget opens in a dialog. `null` if it opens none.',
  })
  drawer: unknown[] | null;
  @ApiProperty({ example: 'Kundenbewertungen', description: 'The name of the widget for screen readers.' })
  label: string;
  @ApiProperty({ enum: ['light', 'dark', 'auto'], example: 'dark', description: 'A class name of the root.' })
  scheme: string;
  @ApiProperty({ example: 'bordered', description: 'All other class names of the root.' }) look: string;
  @ApiProperty({ example: '.rv{--rv-radius:12px}', description: 'The style sheet of the widget.' })
  css: string;
}
