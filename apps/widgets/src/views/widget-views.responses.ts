import { ApiProperty } from '@nestjs/swagger';
import { PagedListResponse } from '@plaudit/runtime';

export class WidgetViewsResponse {
  @ApiProperty({ example: 12, description: 'The id of the widget.' }) widget_id: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    example: [118, 94],
    description: 'How often the widget was shown, for each of `days`.',
  })
  views: number[];
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    example: [9, 4],
    description: 'How often visitors used something in the widget, for each of `days`.',
  })
  interactions: number[];
  @ApiProperty({ type: 'integer', example: 212, description: 'The sum of `views`.' }) total_views: number;
  @ApiProperty({ type: 'integer', example: 13, description: 'The sum of `interactions`.' })
  total_interactions: number;
}

export class WidgetViewsListResponse extends PagedListResponse {
  @ApiProperty({
    type: [String],
    example: ['2026-11-20', '2026-11-21'],
    description: 'The days in UTC as YYYY-MM-DD, oldest first. The last one is today.',
  })
  days: string[];
  @ApiProperty({ type: [WidgetViewsResponse], description: 'The widgets, newest first.' })
  items: WidgetViewsResponse[];
}
