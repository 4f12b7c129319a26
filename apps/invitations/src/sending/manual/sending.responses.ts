import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { SENT_REQUEST } from '../../requests/fields/request-examples';
import { InviteRequestResponse } from '../../requests/requests.responses';

export class SentRequestResponse extends SuccessResponse {
  @ApiProperty({
    type: InviteRequestResponse,
    description: 'The request as it is after the attempt',
    example: SENT_REQUEST,
  })
  request: InviteRequestResponse;
}
