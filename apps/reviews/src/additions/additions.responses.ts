import { ApiProperty } from '@nestjs/swagger';
import { exampleOf, type Review, REVIEW_FIELDS } from '@plaudit/contracts';
import { SuccessResponse } from '@plaudit/runtime';
import { ReviewResponse } from '../reviews/reviews.responses';

/** The review that the example of POST /reviews/add creates. */
const ADDED_REVIEW: Review = {
  ...exampleOf(REVIEW_FIELDS),
  type: 'custom',
  label: 'Trade fair',
  platform: 'custom',
  text: 'Great bread.',
  from_name: 'Noa Bergman',
  from_image: 'https://cdn.example.com/noa.jpg',
  from_url: 'https://example.com/people/noa',
  posted_on: '2026-01-31 00:00:00',
  posted_precision: 'day',
  tags: [
    { id: 3, name: 'bread' },
    { id: 4, name: 'coffee' },
  ],
  additional: { order: 'A-17' },
  media: [
    {
      type: 'image',
      url: 'https://cdn.example.com/photo.jpg',
      src: 'https://cdn.example.com/photo.jpg',
    },
    { type: 'video', url: 'https://cdn.example.com/a.mp4', src: 'https://cdn.example.com/a.mp4' },
  ],
  status: 'approved',
  channel_id: null,
  source_id: 7,
  reply: null,
};

export class AddedReviewResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the new review', example: 4711 }) id: number;
  @ApiProperty({ type: ReviewResponse, description: 'The review as it is stored', example: ADDED_REVIEW })
  review: ReviewResponse;
}
