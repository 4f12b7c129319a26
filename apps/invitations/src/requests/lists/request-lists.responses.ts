import { ApiProperty } from '@nestjs/swagger';
import { InviteRequestResponse } from '../requests.responses';

export class RequestListResponse {
  @ApiProperty({ type: 'integer', description: 'Number of all requests that match', example: 1 })
  count: number;
  @ApiProperty({ type: [InviteRequestResponse], description: 'The requests of the page' })
  items: InviteRequestResponse[];
}
