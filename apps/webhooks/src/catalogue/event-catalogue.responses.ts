import { ApiProperty } from '@nestjs/swagger';

export class CatalogueEventResponse {
  @ApiProperty({ example: 'review.created', description: 'The name, for `events` of a webhook.' })
  name: string;
  @ApiProperty({ example: 'A new review was collected', description: 'What happened, in a few words.' })
  title: string;
  @ApiProperty({ example: 'A crawl collected a new review.', description: 'When the event is sent.' })
  summary: string;
  @ApiProperty({
    example: false,
    description:
      'False for `review.created`, `rating.changed` and `profile.error`. True for events that were added later. A webhook gets only the events that it names.',
  })
  opt_in: boolean;
  @ApiProperty({
    example: 'reviews:read',
    description: 'The scope that a key needs to subscribe a webhook to the event.',
  })
  scope: string;
  @ApiProperty({
    type: Object,
    example: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
    description: 'The JSON Schema of `data` in the body of a delivery.',
  })
  schema: Record<string, unknown>;
  @ApiProperty({
    type: Object,
    example: {
      id: 'evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819',
      event: 'review.created',
      occurred_on: '2026-09-20T02:40:01.000Z',
      data: { text: 'Works well.' },
    },
    description: 'An example of the body of a delivery.',
  })
  example: Record<string, unknown>;
}

export class EventCatalogueResponse {
  @ApiProperty({ type: [CatalogueEventResponse], description: 'The events, in the order of the guide.' })
  events: readonly CatalogueEventResponse[];
}
