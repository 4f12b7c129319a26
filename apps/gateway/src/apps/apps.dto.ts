import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Optional } from '@plaudit/contracts';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsString, Length } from 'class-validator';
import { APP_POLICIES, type AppPolicy } from '../accounts/account.entity';

const MAX_ALLOWED_APPS = 200;
/** The URL of a metadata document is the longest id of an app. */
export const MAX_CLIENT_ID = 512;

const CLIENT_ID = {
  type: 'string',
  description: 'Id of an app, or a host',
  examples: ['assistant.example.com'],
} as const;
const APP_NAME = { type: 'string', nullable: true, description: 'Ignored', examples: [null] };

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
    type: 'array',
    maxItems: MAX_ALLOWED_APPS,
    items: {
      oneOf: [
        { type: 'string', minLength: 1, maxLength: MAX_CLIENT_ID },
        {
          type: 'object',
          required: ['client_id'],
          properties: { client_id: CLIENT_ID, name: APP_NAME },
        },
      ],
    },
    description:
      'Ids of apps, and hosts whose metadata documents are allowed. An app as GET returns it stands for its client_id. The list keeps its value if it is not sent.',
    example: ['assistant.example.com'],
  })
  @Optional()
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(clientIdOf) : value))
  @IsString({
    each: true,
    message: 'allowed_apps must be a list of ids and hosts, or of apps with their client_id.',
  })
  @Length(1, MAX_CLIENT_ID, { each: true })
  @ArrayMaxSize(MAX_ALLOWED_APPS)
  @IsArray()
  allowed_apps?: string[];
}

function clientIdOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'client_id' in item ? item.client_id : item;
}
