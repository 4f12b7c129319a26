import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Nested, Nullable, Optional } from '@plaudit/contracts';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { AI_PROVIDERS, type AiProviderName, type TranslatorName, TRANSLATORS } from '../provider-names';

const MAX_BASE_URL = 500;
const MAX_MODEL = 200;
const MAX_KEY = 1_000;
const MAX_INTEGER = 2_147_483_647;

/** What a header can carry. */
const WORD = { pattern: /^[!-~]+$/, message: 'must be letters, digits and signs of ASCII without spaces' };

const KEY_DESCRIPTION =
  'The key of the provider. It is stored encrypted and never returned. Without it, the stored key stays if provider and base_url stay; null removes it.';

/** Who writes summaries, insights and drafts. */
export class AiSettingsInput {
  @ApiProperty({
    enum: AI_PROVIDERS,
    description: '`embedded` is part of the product. `openai` is any server with the API of OpenAI.',
    example: 'openai',
  })
  @IsIn(AI_PROVIDERS)
  provider: AiProviderName;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_BASE_URL,
    description: 'Address of the API. Required with openai.',
    example: 'https://api.openai.com/v1',
  })
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(MAX_BASE_URL)
  base_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_MODEL,
    description: 'The model, as the server names it. Required with openai.',
    example: 'gpt-4.1-mini',
  })
  @Optional()
  @Nullable()
  @IsString()
  @Matches(WORD.pattern, { message: `model ${WORD.message}` })
  @MaxLength(MAX_MODEL)
  model?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    writeOnly: true,
    maxLength: MAX_KEY,
    description: KEY_DESCRIPTION,
    example: 'sk-invented',
  })
  @Optional()
  @Nullable()
  @IsString()
  @Matches(WORD.pattern, { message: `api_key ${WORD.message}` })
  @MaxLength(MAX_KEY)
  api_key?: string | null;
}

/** Who translates reviews, and how much. */
export class TranslationSettingsInput {
  @ApiPropertyOptional({
    enum: TRANSLATORS,
    nullable: true,
    description:
      'none: nobody; llm: the model that writes for the account. Without it or with null, the translator of this installation.',
    example: 'deepl',
  })
  @Optional()
  @Nullable()
  @IsIn(TRANSLATORS)
  provider?: TranslatorName | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_BASE_URL,
    description: 'Address of the API. Required with libretranslate; the others have a default.',
    example: 'https://api.deepl.com',
  })
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(MAX_BASE_URL)
  base_url?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Region of the Azure resource; null for a global one. Only with azure.',
    example: null,
  })
  @Optional()
  @Nullable()
  @IsString()
  @Matches(/^[a-z0-9]{2,40}$/, { message: 'region must be a region such as westeurope' })
  region?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    writeOnly: true,
    maxLength: MAX_KEY,
    description: `${KEY_DESCRIPTION} Required with deepl, google and azure.`,
    example: 'invented-key:fx',
  })
  @Optional()
  @Nullable()
  @IsString()
  @Matches(WORD.pattern, { message: `api_key ${WORD.message}` })
  @MaxLength(MAX_KEY)
  api_key?: string | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: -1,
    description:
      'Characters that may be translated in a UTC month; -1 means no limit, and null the limit of this installation. Without a provider of its own, an account can only lower that limit.',
    example: 400_000,
  })
  @Optional()
  @Nullable()
  @Max(MAX_INTEGER)
  @Min(-1)
  @IsInt()
  monthly_chars?: number | null;
}

/** Body of PUT /account/ai. A part that is not sent stays as it is, and null returns it to the settings of the installation. */
export class AccountAiInput {
  @ApiPropertyOptional({
    type: AiSettingsInput,
    nullable: true,
    description:
      'Who writes; null, or a part that GET returned with the source service, for the provider of this installation',
  })
  @Optional()
  @Nullable()
  @Nested(() => AiSettingsInput)
  @Transform(({ value }: { value: unknown }) => ownPart(value))
  ai?: AiSettingsInput | null;

  @ApiPropertyOptional({
    type: TranslationSettingsInput,
    nullable: true,
    description:
      'Who translates; null for the translator and the limit of this installation. A part that GET returned can be sent back',
  })
  @Optional()
  @Nullable()
  @Nested(() => TranslationSettingsInput)
  @Transform(({ value }: { value: unknown }) => ownPart(value))
  translation?: TranslationSettingsInput | null;
}

/**
 * Returns what the account itself set in a part that GET returned: nothing with the source `service`, except a limit. GET shows the limit
 * that applies in `monthly_chars`. Returns any other value as it is.
 */
function ownPart(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('source' in part)) return part;
  const own = 'own_monthly_chars' in part ? part.own_monthly_chars : undefined;
  if (part.source === 'service')
    return typeof own === 'number'
      ? Object.assign(new TranslationSettingsInput(), { monthly_chars: own })
      : null;
  return own === undefined ? part : Object.assign(part, { monthly_chars: own });
}

export const TESTED_PROVIDERS = ['ai', 'translation'] as const;
export type TestedProvider = (typeof TESTED_PROVIDERS)[number];

/** Body of POST /account/ai/test. */
export class ProviderTestInput {
  @ApiPropertyOptional({
    enum: TESTED_PROVIDERS,
    default: 'ai',
    description: 'Which of the two providers is called',
    example: 'ai',
  })
  @Optional()
  @IsIn(TESTED_PROVIDERS)
  which?: TestedProvider;
}
