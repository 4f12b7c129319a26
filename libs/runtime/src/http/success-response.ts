import { ApiProperty } from '@nestjs/swagger';

/** The response of an operation that returns no data, and the base class of responses that have `success`. */
export class SuccessResponse {
  @ApiProperty({
    type: Boolean,
    enum: [true],
    description: 'Always true. Error responses have false.',
    example: true,
  })
  success: true;
}
