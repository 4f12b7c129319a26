import { ApiProperty } from '@nestjs/swagger';
import { WIDGET_TYPES } from '../settings/widget-types';

export const SHOWS = ['now', 'if_approved', 'never'] as const;
export const HIDDEN_BECAUSE = ['filtered', 'limit', 'rating_only'] as const;

class NamedWidgetResponse {
  @ApiProperty({ example: 12, description: 'The id of the widget.' }) id: number;
  @ApiProperty({ example: 'Home page', description: 'The name of the widget.' }) name: string;
  @ApiProperty({ enum: WIDGET_TYPES, example: 'list', description: 'The type of the widget.' }) type: string;
}

export class ShowingWidgetResponse extends NamedWidgetResponse {
  @ApiProperty({
    enum: SHOWS,
    example: 'if_approved',
    description:
      'now: the widget shows the review. if_approved: it shows the review as soon as it is approved. never: it does not, as its settings are.',
  })
  shows: (typeof SHOWS)[number];

  @ApiProperty({
    enum: HIDDEN_BECAUSE,
    nullable: true,
    example: null,
    description:
      'Why it never shows the review. filtered: its settings leave the review out. limit: other reviews take all places. rating_only: it shows no reviews. null otherwise.',
  })
  why: (typeof HIDDEN_BECAUSE)[number] | null;
}

export class ShowingResponse {
  @ApiProperty({
    type: [ShowingWidgetResponse],
    description: 'The active widgets, oldest first, at most 200.',
  })
  widgets: ShowingWidgetResponse[];
}

export class WidgetCountResponse extends NamedWidgetResponse {
  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'How many of the reviews it would show if all of them were approved.',
  })
  shown: number;
}

export class ShowingCountsResponse {
  @ApiProperty({ type: [WidgetCountResponse], description: 'The active widgets, oldest first, at most 200.' })
  widgets: WidgetCountResponse[];
}
