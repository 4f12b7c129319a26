import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';

export class RedeliveryResponse extends SuccessResponse {
  @ApiProperty({
    example: 'dlv_0f5cf1c5a6a54d3c9bfa1c1b5a4f7a11',
    description: 'The delivery. It keeps its id and that of its event.',
  })
  delivery_id: string;
  @ApiProperty({
    type: 'integer',
    example: 7,
    description: 'The webhook of the delivery. GET /webhooks/deliveries/{id} shows how the attempt ended.',
  })
  webhook_id: number;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'The number of the attempt that follows, within its delivery.',
  })
  attempt: number;
}

export class RecoveryResponse extends SuccessResponse {
  @ApiProperty({
    type: 'integer',
    example: 342,
    description: 'The number of deliveries that are sent again, at most 10,000.',
  })
  recovered: number;
  @ApiProperty({
    example: false,
    description:
      'True if more than 10,000 deliveries failed in that time. The oldest are sent now. Repeat the request for the others.',
  })
  more: boolean;
}
