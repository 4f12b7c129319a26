import { ApiProperty } from '@nestjs/swagger';

/** What an operation answers that has nothing else to say; the base of those that have. */
export class SuccessResponse {
  @ApiProperty({
    type: Boolean,
    enum: [true],
    description: 'Always true; an error has false.',
    example: true,
  })
  success: true;
}
