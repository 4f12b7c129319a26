import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsId, Optional } from '@plaudit/contracts';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

export class AuthorizeUrlInput {
  @ApiProperty({
    example: 'google_business',
    description: 'Slug or alias of a type with the method oauth, from GET /channels/types.',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  type: string;

  @ApiPropertyOptional({
    example: 'acme',
    description: 'The part of the address of your account before the first dot. Required for a helpdesk.',
  })
  @Optional()
  @IsString()
  @MaxLength(100)
  subdomain?: string;

  @ApiPropertyOptional({
    type: 'integer',
    example: 42,
    description: 'Id of a channel whose access has expired, to give it a new one. Default: a new channel.',
  })
  @Optional()
  @IsId()
  channel_id?: number;
}
