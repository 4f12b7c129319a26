import { ApiProperty } from '@nestjs/swagger';
import { PagedListResponse } from '@plaudit/runtime';
import { WIDGET_TYPES } from '../settings/widget-types';
import { SETTINGS_PROPERTY } from './widgets.dto';

const LAST_SEEN_DESCRIPTION =
  'The hour in which a page last showed the widget, in UTC. `null` if no page has shown it yet.';

export class WidgetSummaryResponse {
  @ApiProperty({ example: 12, description: 'The id that other operations take.' }) id: number;
  @ApiProperty({ enum: WIDGET_TYPES, example: 'list', description: 'A type from GET /widgets/types.' })
  type: string;
  @ApiProperty({
    example: 'Home page',
    description: 'The name of the widget in your account. Visitors do not see it.',
  })
  name: string;
  @ApiProperty({
    example: true,
    description: 'If false, pages that embed the widget show nothing.',
  })
  active: boolean;
  @ApiProperty({
    example: 'w_8fJ2kQ0vT3nYb5Lx',
    description: 'The public key that names the widget on web pages. It is not secret.',
  })
  key: string;
  @ApiProperty({ example: '2026-11-21 10:00:00', description: 'When the widget was created, in UTC.' })
  created_on: string;
  @ApiProperty({ example: '2026-11-21 10:00:00', description: 'When the widget was last changed, in UTC.' })
  updated_on: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-11-21 11:00:00',
    description: LAST_SEEN_DESCRIPTION,
  })
  last_seen_on: string | null;
}

export class AdvancedSnippetResponse {
  @ApiProperty({
    example: '<script type="module" async src="https://reviews.example.com/embed/v1/rv.js"></script>',
    description: 'Paste this into the head of the page, once per page.',
  })
  head: string;

  @ApiProperty({
    example: '<rv-widget key="w_8fJ2kQ0vT3nYb5Lx" style="display:block"></rv-widget>',
    description: 'Paste this where the widget should appear.',
  })
  element: string;
}

export class EmbedSnippetsResponse {
  @ApiProperty({
    example:
      '<div data-rv-widget="w_8fJ2kQ0vT3nYb5Lx"></div>\n<script async src="https://reviews.example.com/embed/v1/w.js"></script>',
    description: 'Works on any page. Paste it where the widget should appear.',
  })
  html: string;

  @ApiProperty({ type: AdvancedSnippetResponse, description: 'The same widget as a custom element.' })
  advanced: AdvancedSnippetResponse;

  @ApiProperty({
    example: '[rv_widget key="w_8fJ2kQ0vT3nYb5Lx"]',
    description: 'For content management systems that have our plugin.',
  })
  shortcode: string;
}

export class WidgetResponse extends WidgetSummaryResponse {
  @ApiProperty({ type: String, nullable: true, example: null, description: LAST_SEEN_DESCRIPTION })
  declare last_seen_on: string | null;

  @ApiProperty({
    ...SETTINGS_PROPERTY,
    description: "The complete settings: this widget's changes merged over the defaults of its type.",
  })
  settings: object;

  @ApiProperty({ type: EmbedSnippetsResponse, description: 'Code to paste into a web page.' })
  embed: EmbedSnippetsResponse;

  @ApiProperty({
    example: 'https://reviews.example.com/w/w_8fJ2kQ0vT3nYb5Lx',
    description: 'A hosted page that shows only this widget.',
  })
  preview_url: string;

  @ApiProperty({ example: 3, description: 'The sub account whose reviews the widget shows.' })
  sub_account_id: number;
}

export class WidgetListResponse extends PagedListResponse {
  @ApiProperty({ type: [WidgetSummaryResponse], description: 'The widgets, oldest first.' })
  widgets: WidgetSummaryResponse[];
}

export class WidgetTypeResponse {
  @ApiProperty({
    enum: WIDGET_TYPES,
    example: 'list',
    description: 'The `type` that POST /widgets/add takes.',
  })
  type: string;
  @ApiProperty({ example: 'List', description: 'The display name of the type.' }) label: string;
  @ApiProperty({
    example: 'Full review feed with distribution, sort, filter and paging',
    description: 'What widgets of this type show.',
  })
  description: string;
  @ApiProperty({ ...SETTINGS_PROPERTY, description: 'The complete default settings of the type.' })
  settings: object;
}

export class WidgetTypesResponse {
  @ApiProperty({ type: [WidgetTypeResponse], description: 'All widget types.' })
  types: readonly WidgetTypeResponse[];
}
