import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { ArrayMaxSize, IsArray, IsIn, IsString, Length } from 'class-validator';
import { APP_POLICIES, type AppPolicy } from '../accounts/account.entity';

const MAX_ALLOWED_APPS = 200;
/** The URL of a metadata document is the longest id of an app. */
export const MAX_CLIENT_ID = 512;

/** Body of PUT /apps/policy. */
export class AppPolicyInput {
  @ApiProperty({
    enum: APP_POLICIES,
    description: 'all: every app; listed: only those of allowed_apps; off: none',
    example: 'listed',
  })
  @IsIn(APP_POLICIES)
  policy: AppPolicy;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_ALLOWED_APPS,
    description:
      'Ids of apps, and hosts whose metadata documents are allowed. The list keeps its value if it is not sent.',
    example: ['assistant.example.com'],
  })
  @Optional()
  @Length(1, MAX_CLIENT_ID, { each: true })
  @IsString({ each: true })
  @ArrayMaxSize(MAX_ALLOWED_APPS)
  @IsArray()
  allowed_apps?: string[];
}
