import { ApiProperty } from '@nestjs/swagger';

export class DeletedChannelResponse {
  @ApiProperty({ type: 'integer', example: 42, description: 'Id that the channel had.' }) id: number;
  @ApiProperty({ example: '2026-09-20 02:40:01', description: 'When the channel was deleted, UTC.' })
  deleted_on: string;
}

export class DeletedChannelListResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of channels deleted since then.' })
  count: number;
  @ApiProperty({
    type: [DeletedChannelResponse],
    description: 'The deleted channels of the page, in the order of their deletion.',
  })
  items: DeletedChannelResponse[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The cursor of the next page; null on the last page.',
  })
  next_cursor: string | null;
  @ApiProperty({
    example: '2026-09-20 02:45:00',
    description:
      'The list has every deletion before this time, UTC, and none after it. Send it as since of the next synchronisation.',
  })
  deleted_until: string;
}
