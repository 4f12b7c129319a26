import { ApiProperty } from '@nestjs/swagger';
import { MakerResponse, SuccessResponse } from '@plaudit/runtime';
import { AI_PROVIDERS, type AiProviderName, type TranslatorName, TRANSLATORS } from '../provider-names';

const SOURCES = ['service', 'account'] as const;
export type SettingsSource = (typeof SOURCES)[number];

const SOURCE = {
  enum: SOURCES,
  description: 'account: the account chose it; service: the setting of this installation',
  example: 'account',
};
const HAS_KEY = { description: 'True if the account has stored a key', example: true };
const OWN_URL =
  'Address of the API that the account chose; null for the default of the provider, and for the provider of this installation';

const CREATED_BY = {
  type: MakerResponse,
  nullable: true,
  description:
    'Who chose the own provider of the account; null if it chose none, and for choices before this was stored',
};
const PAUSED_ON = {
  type: String,
  nullable: true,
  description:
    'Since when nothing is sent to the provider, because its maker was removed or lost sub accounts; null if it works. Save the part again to take it over.',
  example: null,
};

export class AiSettingsResponse {
  @ApiProperty(SOURCE)
  source: SettingsSource;
  @ApiProperty({
    enum: AI_PROVIDERS,
    description: 'Who writes summaries, insights and drafts',
    example: 'openai',
  })
  provider: AiProviderName;
  @ApiProperty({ type: String, nullable: true, description: OWN_URL, example: 'https://api.openai.com/v1' })
  base_url: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The model; null for embedded',
    example: 'gpt-4.1-mini',
  })
  model: string | null;
  @ApiProperty(HAS_KEY)
  has_key: boolean;
  @ApiProperty(CREATED_BY)
  created_by: MakerResponse | null;
  @ApiProperty(PAUSED_ON)
  paused_on: string | null;
}

export class TranslationSettingsResponse {
  @ApiProperty(SOURCE)
  source: SettingsSource;
  @ApiProperty({
    enum: TRANSLATORS,
    description: 'Who translates. none: nobody, also if llm is chosen and the embedded provider writes',
    example: 'deepl',
  })
  provider: TranslatorName;
  @ApiProperty({ type: String, nullable: true, description: OWN_URL, example: null })
  base_url: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Region of the Azure resource that the account chose',
    example: null,
  })
  region: string | null;
  @ApiProperty(HAS_KEY)
  has_key: boolean;
  @ApiProperty(CREATED_BY)
  created_by: MakerResponse | null;
  @ApiProperty(PAUSED_ON)
  paused_on: string | null;
  @ApiProperty({
    type: 'integer',
    description: 'Characters that may be translated in a UTC month; -1 means no limit',
    example: 400_000,
  })
  monthly_chars: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The limit that the account chose. null: the one of the installation holds',
    example: null,
  })
  own_monthly_chars: number | null;
  @ApiProperty({
    type: 'integer',
    description: 'Characters that were translated in this month',
    example: 12_345,
  })
  used_chars: number;
  @ApiProperty({ description: 'The current UTC month', example: '2026-09' })
  month: string;
}

export class AccountAiResponse extends SuccessResponse {
  @ApiProperty({ type: AiSettingsResponse, description: 'Who writes' })
  ai: AiSettingsResponse;
  @ApiProperty({ type: TranslationSettingsResponse, description: 'Who translates' })
  translation: TranslationSettingsResponse;
  @ApiProperty({
    type: 'integer',
    description: 'Generations that the account may have on a UTC day; -1 means no limit',
    example: 50,
  })
  daily_cap: number;
  @ApiProperty({ type: 'integer', description: 'Generations of the current UTC day', example: 7 })
  used_today: number;
}

export class ProviderTestResponse extends SuccessResponse {
  @ApiProperty({
    enum: [...AI_PROVIDERS, ...TRANSLATORS],
    description: 'The provider that was called',
    example: 'openai',
  })
  provider: AiProviderName | TranslatorName;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The model that answered, as its server names it; null for a translator without one',
    example: 'gpt-4.1-mini',
  })
  model: string | null;
  @ApiProperty({ description: 'True if the provider works with these settings', example: true })
  ok: boolean;
  @ApiProperty({
    type: 'integer',
    description: 'Milliseconds until the answer; 0 without a call',
    example: 640,
  })
  latency_ms: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What the provider answered; null without an answer',
    example: 'OK',
  })
  result: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the provider does not work, in one sentence; null if it works',
    example: null,
  })
  error: string | null;
}
