import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';

const EXAMPLE = { id: 9, name: 'Bad ones', filters: { status: 'inbox', max_rating: '2' }, position: 1 };

export class ReviewViewResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the view', example: 9 }) id: number;
  @ApiProperty({ description: 'Name of the view', example: 'Bad ones' }) name: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Parameters of GET /reviews/get, as they are sent there',
    example: { status: 'inbox', max_rating: '2' },
  })
  filters: Record<string, string>;
  @ApiProperty({ type: 'integer', description: 'Where the view stands', example: 1 }) position: number;
}

export class ReviewViewListResponse {
  @ApiProperty({
    type: [ReviewViewResponse],
    description: 'The views, by position and then by id',
    example: [EXAMPLE],
  })
  items: ReviewViewResponse[];
}

export class ReviewViewChangedResponse extends SuccessResponse {
  @ApiProperty({ type: ReviewViewResponse, description: 'The view as it is now', example: EXAMPLE })
  view: ReviewViewResponse;
}
