import { ApiProperty } from '@nestjs/swagger';
import { SuccessResponse } from '@plaudit/runtime';
import type { InviteSettings } from './invite-settings';
import { LANGUAGES } from './languages';
import type { ResolvedProfile } from './resolved-profile';

/** The schema of the settings is made from their fields, see `settings-document.ts`. */
const SETTINGS = { type: 'object', additionalProperties: true } as const;
const ID = { type: 'integer', example: 12 } as const;

export class InviteSettingsProfileResponse {
  @ApiProperty({ ...ID, description: 'Id of the profile' }) id: number;
  @ApiProperty({ ...SETTINGS, description: 'The complete settings: what was set, over the defaults.' })
  settings: InviteSettings;
}

export class AddedInviteSettingsResponse extends SuccessResponse {
  @ApiProperty({ ...ID, description: 'Id of the new profile' }) id: number;
  @ApiProperty({ ...SETTINGS, description: 'The complete settings of the new profile.' })
  settings: InviteSettings;
}

class InviteSettingsEntryResponse {
  @ApiProperty({ ...ID, description: 'Id of the profile' }) id: number;
  @ApiProperty({ description: 'Name of the profile', example: 'After a visit' }) name: string;
  @ApiProperty({ description: 'Name of the sender', example: 'Example Bakery' }) from_name: string;
  @ApiProperty({
    description: 'Subject of the email, with its variables',
    example: 'How was your experience with {{business_name}}?',
  })
  subject: string;
  @ApiProperty({ enum: LANGUAGES, description: 'Language of the texts', example: 'en' }) language: string;
  @ApiProperty({
    type: [Number],
    description: 'Ids of the channels to offer. Empty: every channel that has a review link.',
    example: [4711],
  })
  channels: number[];
  @ApiProperty({ type: 'integer', description: 'Number of reminders; 0 if they are off', example: 3 })
  followups: number;
  @ApiProperty({ description: 'True for the profile of requests that name none', example: true })
  default: boolean;
}

export class InviteSettingsListResponse extends SuccessResponse {
  @ApiProperty({ type: [InviteSettingsEntryResponse], description: 'The profiles in the order of their ids' })
  settings: InviteSettingsEntryResponse[];
}

export function settingsResponse({ id, settings }: ResolvedProfile): InviteSettingsProfileResponse {
  return { id, settings };
}

export function settingsEntry({ id, settings }: ResolvedProfile): InviteSettingsEntryResponse {
  const { name, from_name, subject, language, channels, followup, default: isDefault } = settings;
  const followups = followup.enabled ? followup.steps.length : 0;
  return { id, name, from_name, subject, language, channels, followups, default: isDefault };
}
