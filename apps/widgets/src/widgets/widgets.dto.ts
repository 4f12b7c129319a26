import { Optional } from '@plaudit/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FreeForm } from '@plaudit/runtime';
import { Allow, IsBoolean, IsString, Length } from 'class-validator';
import { WIDGET_TYPES } from './widget-types';

const SETTINGS = {
  type: 'object',
  additionalProperties: true,
  example: { header: { title: 'What guests say' }, source: { min_rating: 4 } },
} as const;

class WidgetFields {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 191,
    example: 'Home page',
    description: 'What you call it; visitors do not see it.',
  })
  @Optional()
  @IsString()
  @Length(1, 191)
  name?: string;

  @ApiPropertyOptional({ example: true, description: 'False: pages that embed it show nothing.' })
  @Optional()
  @IsBoolean()
  active?: boolean;

  /** Checked by the widget's own rules, which name a bad key by its dotted path with 422 instead of 400. */
  @ApiPropertyOptional({
    ...SETTINGS,
    description: 'Merged recursively: objects merge, lists replace, null goes back to the default.',
  })
  @Allow()
  @FreeForm()
  settings?: unknown;
}

/** Body of POST /widgets/add. */
export class WidgetAddInput extends WidgetFields {
  @ApiProperty({
    enum: WIDGET_TYPES,
    example: 'list',
    description: 'One of GET /widgets/types; it cannot be changed later.',
  })
  @Allow()
  type: unknown;
}

/** Body of PUT /widgets/update/{id}; what is not sent stays. */
export class WidgetUpdateInput extends WidgetFields {}

export class WidgetSummaryResponse {
  @ApiProperty({ example: 12, description: 'What the other operations take.' }) id: number;
  @ApiProperty({ enum: WIDGET_TYPES, example: 'list', description: 'One of GET /widgets/types.' })
  type: string;
  @ApiProperty({ example: 'Home page', description: 'What you call it; visitors do not see it.' })
  name: string;
  @ApiProperty({ example: true, description: 'False: pages that embed it show nothing.' }) active: boolean;
  @ApiProperty({ example: 'w_8fJ2kQ0vT3nYb5Lx', description: 'Names the widget on web pages; no secret.' })
  key: string;
  @ApiProperty({ example: '2026-11-21 10:00:00', description: 'When it was made, UTC.' }) created_on: string;
  @ApiProperty({ example: '2026-11-21 10:00:00', description: 'When it was last changed, UTC.' })
  updated_on: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-11-21 11:00:00',
    description: 'When a page last showed it, UTC, exact to an hour; null before the first.',
  })
  last_seen_on: string | null;
}

export class AdvancedSnippetResponse {
  @ApiProperty({
    example: '<script type="module" async src="https://reviews.example.com/embed/v1/rv.js"></script>',
    description: 'For the head of the page, once.',
  })
  head: string;

  @ApiProperty({
    example: '<rv-widget key="w_8fJ2kQ0vT3nYb5Lx" style="display:block"></rv-widget>',
    description: 'Where the widget is to stand.',
  })
  element: string;
}

export class EmbedSnippetsResponse {
  @ApiProperty({
    example:
      '<div data-rv-widget="w_8fJ2kQ0vT3nYb5Lx"></div>\n<script async src="https://reviews.example.com/embed/v1/w.js"></script>',
    description: 'For any page, where the widget is to stand.',
  })
  html: string;

  @ApiProperty({ type: AdvancedSnippetResponse, description: 'The same as a custom element.' })
  advanced: AdvancedSnippetResponse;

  @ApiProperty({
    example: '[rv_widget key="w_8fJ2kQ0vT3nYb5Lx"]',
    description: 'For content management systems, where our plugin is installed.',
  })
  shortcode: string;
}

export class WidgetResponse extends WidgetSummaryResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'When a page last showed it, UTC, exact to an hour; null before the first.',
  })
  declare last_seen_on: string | null;

  @ApiProperty({
    ...SETTINGS,
    description: 'The full settings: the overrides merged over the defaults of the type.',
  })
  settings: object;

  @ApiProperty({ type: EmbedSnippetsResponse, description: 'Ready to paste.' })
  embed: EmbedSnippetsResponse;

  @ApiProperty({
    example: 'https://reviews.example.com/w/w_8fJ2kQ0vT3nYb5Lx',
    description: 'A page of ours that shows the widget alone.',
  })
  preview_url: string;

  @ApiProperty({ example: 3, description: 'Whose reviews it shows.' })
  sub_account_id: number;
}

export class WidgetListResponse {
  @ApiProperty({ type: [WidgetSummaryResponse], description: 'Oldest first.' })
  widgets: WidgetSummaryResponse[];
}

export class WidgetTypeResponse {
  @ApiProperty({ enum: WIDGET_TYPES, example: 'list', description: 'What POST /widgets/add takes.' })
  type: string;
  @ApiProperty({ example: 'List', description: 'Its name for people.' }) label: string;
  @ApiProperty({
    example: 'Full review feed with distribution, sort, filter and paging',
    description: 'What it shows, in a few words.',
  })
  description: string;
  @ApiProperty({ ...SETTINGS, description: 'Complete defaults of the type.' }) settings: object;
}

export class WidgetTypesResponse {
  @ApiProperty({ type: [WidgetTypeResponse], description: 'All there are.' })
  types: readonly WidgetTypeResponse[];
}
