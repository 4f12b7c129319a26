import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { IsString, Matches, MaxLength } from 'class-validator';

const PIXELS = /^[1-9]\d{0,4}$/;

/** Query of GET /embed/v1/oembed, as oembed.com defines it. */
export class OembedQuery {
  @ApiProperty({
    description: 'The address of the hosted page of a widget',
    example: 'https://reviews.example.com/w/w_8fJ2kQ0vT3nYb5Lx',
  })
  @IsString()
  @MaxLength(2048)
  url: string;

  @ApiPropertyOptional({ description: 'The greatest width in pixels', example: '640' })
  @Optional()
  @Matches(PIXELS, { message: 'maxwidth must be a number of pixels from 1 to 99999' })
  maxwidth?: string;

  @ApiPropertyOptional({ description: 'The greatest height in pixels', example: '800' })
  @Optional()
  @Matches(PIXELS, { message: 'maxheight must be a number of pixels from 1 to 99999' })
  maxheight?: string;

  @ApiPropertyOptional({ description: 'Only `json` is supported', example: 'json' })
  @Optional()
  @IsString()
  @MaxLength(20)
  format?: string;
}
