import { IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsString, Matches } from 'class-validator';
import { WIRE_DATE } from '../wire-date';
import { defineEvent } from './define-event';
import { Nullable } from '../field-rules';

export class RatingChangedPayload {
  @IsInt() profile_id: number;
  @IsString() profile_name: string;
  @IsString() platform: string;
  @IsInt() sub_account_id: number;
  @IsInt() rating_scale: number;
  @Nullable() @IsNumber() score: number | null;
  @Nullable() @IsNumber() previous_score: number | null;
  @Nullable() @IsInt() reviews: number | null;
  @Nullable() @IsInt() previous_reviews: number | null;
  /** Which of the two changed. */
  @IsArray() @IsIn(['score', 'reviews'], { each: true }) changed: ('score' | 'reviews')[];
  @Matches(WIRE_DATE) checked_on: string;
}

/** Why a profile cannot be crawled, as an error code of the API. */
export const PROFILE_ERROR_CODES = [
  'not_found',
  'blocked',
  'auth_expired',
  'credentials_invalid',
  'parse_failed',
  'empty_result',
  'timeout',
  'platform_error',
  'rate_limited',
  'quota_exceeded',
] as const;
export type ProfileErrorCode = (typeof PROFILE_ERROR_CODES)[number];

export class ProfileErrorPayload {
  @IsInt() profile_id: number;
  @IsString() profile_name: string;
  @IsString() platform: string;
  @Nullable() @IsString() url: string | null;
  @IsInt() sub_account_id: number;
  @IsIn(['first_failure', 'disabled']) reason: 'first_failure' | 'disabled';
  @IsIn(PROFILE_ERROR_CODES) error_code: ProfileErrorCode;
  @IsString() msg: string;
  @IsInt() consecutive_failures: number;
  @Nullable() @Matches(WIRE_DATE) last_success_on: string | null;
  @Nullable() @Matches(WIRE_DATE) next_attempt_on: string | null;
  @IsBoolean() disabled: boolean;
}

export const ratingChanged = defineEvent({
  name: 'rating.changed',
  version: 1,
  producer: 'channels',
  payload: RatingChangedPayload,
  summary:
    "A profile's official score changed by at least 0.01, or its official review count changed. Not sent for the first crawl.",
  example: {
    profile_id: 42,
    profile_name: 'Acme Notes',
    platform: 'app_store',
    sub_account_id: 12,
    rating_scale: 5,
    score: 4.7,
    previous_score: 4.6,
    reviews: 215,
    previous_reviews: 212,
    changed: ['score', 'reviews'],
    checked_on: '2026-09-21 02:40:11',
  },
});

export const profileError = defineEvent({
  name: 'profile.error',
  version: 1,
  producer: 'channels',
  payload: ProfileErrorPayload,
  summary: 'A profile cannot be crawled: the first failure in a row happened, or the channel was disabled.',
  example: {
    profile_id: 42,
    profile_name: 'Acme Notes',
    platform: 'app_store',
    url: 'https://apps.apple.com/gb/app/acme-notes/id1234567890',
    sub_account_id: 12,
    reason: 'first_failure',
    error_code: 'timeout',
    msg: 'The platform did not answer within 30 seconds.',
    consecutive_failures: 1,
    last_success_on: '2026-09-20 02:40:11',
    next_attempt_on: '2026-09-21 03:40:11',
    disabled: false,
  },
});
