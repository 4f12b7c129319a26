import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import { NEW_REQUEST } from '../requests/fields/request-examples';
import { InviteRequestResponse } from '../requests/requests.responses';

export class AddedRequestResponse extends SuccessResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the request', example: 901 }) id: number;
  @ApiProperty({
    type: InviteRequestResponse,
    description: 'The request as it is stored',
    example: NEW_REQUEST,
  })
  request: InviteRequestResponse;
}
