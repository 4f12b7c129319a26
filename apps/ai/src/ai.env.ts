import { outboundProblems } from '@plaudit/outbound';
import { EnvNumber, EnvServiceUrl, ServiceEnv } from '@plaudit/runtime';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import {
  AI_PROVIDERS,
  type AiProviderName,
  TRANSLATORS,
  type TranslatorName,
} from './settings/provider-names';
import { providerProblems } from './settings/provider-problems';

export class AiEnv extends ServiceEnv {
  /** Who writes summaries, insights and drafts: `embedded` (part of the product, no key) or `openai` (any server with its API). */
  @IsIn(AI_PROVIDERS)
  AI_PROVIDER: AiProviderName = 'embedded';

  /** The address of the API of `openai`, such as https://api.openai.com/v1 or http://ollama:11434/v1. */
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+$/, {
    message: 'AI_BASE_URL must be a URL such as https://api.openai.com/v1',
  })
  AI_BASE_URL?: string;

  /** The key for AI_BASE_URL. A server on your own machines may need none. */
  @IsOptional()
  @IsString()
  AI_API_KEY?: string;

  /** The model, as the server of AI_BASE_URL names it. */
  @IsOptional()
  @IsString()
  AI_MODEL?: string;

  /** Generations per account and UTC day. It replaces the limit of the plan. -1 means no limit. */
  @IsOptional()
  @EnvNumber()
  @IsInt()
  @Min(-1)
  AI_DAILY_CAP?: number;

  /** The most characters of reviews that one request to the model carries. Raise it for models with a long context. */
  @EnvNumber()
  @IsInt()
  @Min(500)
  @Max(400_000)
  AI_MAX_INPUT_CHARS = 8_000;

  /** Milliseconds within which the model must answer one request. A generation makes at most two, within 1.4 times as long. */
  @EnvNumber()
  @IsInt()
  @Min(100)
  @Max(40_000)
  AI_TIMEOUT_MS = 20_000;

  /** Who translates: none, libretranslate, deepl, google, azure, or llm (the model of AI_PROVIDER=openai). */
  @IsIn(TRANSLATORS)
  TRANSLATE_PROVIDER: TranslatorName = 'none';

  /** The address of the translator's API. LibreTranslate needs one; the others have a default. */
  @IsOptional()
  @Matches(/^https?:\/\/[^\s?#]+$/, {
    message: 'TRANSLATE_BASE_URL must be a URL such as http://libretranslate:5000',
  })
  TRANSLATE_BASE_URL?: string;

  /** The key of the translator's API. */
  @IsOptional()
  @IsString()
  TRANSLATE_API_KEY?: string;

  /** The region of the Azure resource, such as westeurope. A global resource has none. */
  @IsOptional()
  @Matches(/^[a-z0-9]{2,40}$/, { message: 'TRANSLATE_REGION must be a region such as westeurope' })
  TRANSLATE_REGION?: string;

  /** Characters that an account may have translated in a UTC month. -1 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(-1)
  TRANSLATE_MONTHLY_CHARS = 450_000;

  /** Days for which a translation is kept. */
  @EnvNumber()
  @IsInt()
  @Min(1)
  @Max(3_650)
  TRANSLATE_CACHE_DAYS = 90;

  /**
   * Origins of the reviews service, with commas. It knows the tags of a sub account, and reviews that were added a moment ago.
   * Without it, no tags are suggested, and drafts for such reviews are refused with 404.
   */
  @IsOptional()
  @EnvServiceUrl()
  REVIEWS_URL?: string;

  /**
   * Origins of the channels service, with commas. It knows channels that were connected a moment ago. Without it, requests for such
   * channels are refused with 404.
   */
  @IsOptional()
  @EnvServiceUrl()
  CHANNELS_URL?: string;

  override problems(): readonly string[] {
    return [...outboundProblems(this), ...providerProblems(this)];
  }
}
