import { Optional } from '@plaudit/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsName } from '@plaudit/runtime';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';

export class DiscoverInput {
  @ApiProperty({ example: 'Acme Bakery', description: 'Name of the business.' })
  @IsName()
  name: string;

  @ApiProperty({
    type: [String],
    example: ['google_maps', 'app_store'],
    description: 'One to three slugs or aliases from GET /channels/types.',
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(3)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  platforms: string[];

  @ApiPropertyOptional({ example: 'fr', description: 'Country of the business as a two-letter code.' })
  @Optional()
  @IsString()
  @Matches(/^[a-z]{2}$/i, { message: 'country must be a two-letter code, such as "fr"' })
  country?: string;

  @ApiPropertyOptional({
    example: 'https://acme-bakery.example',
    description:
      "The website of the business. The platforms that its links and its schema.org data lead to are found without any platform's search.",
  })
  @Optional()
  @IsString()
  @MaxLength(2_048)
  website?: string;

  @ApiPropertyOptional({
    example: true,
    description:
      'Asks the platform for each candidate, which takes longer. Candidates that do not exist are left out.',
  })
  @Optional()
  @IsBoolean()
  verify?: boolean;
}
