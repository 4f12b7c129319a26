import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { InviteRequestResponse } from '../requests/requests.responses';

export class SentRequestResponse extends SuccessResponse {
  @ApiProperty({ type: InviteRequestResponse, description: 'The request as it is after the attempt' })
  request: InviteRequestResponse;
}
