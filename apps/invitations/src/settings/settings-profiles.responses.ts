import { ApiProperty } from '@nestjs/swagger';
import { type Principal, wireDateOrNull } from '@plaudit/contracts';
import { MakerResponse, makerResponse, SuccessResponse } from '@plaudit/runtime';
import type { InviteSettings } from './invite-settings';
import { LANGUAGES } from './languages';
import { type RemovedAddress, removedAddresses } from './removed-addresses';
import type { ResolvedProfile } from './resolved-profile';

/** The schema of the settings is made from their fields, see `settings-document.ts`. */
const SETTINGS = { type: 'object', additionalProperties: true } as const;
const CREATED_BY = {
  type: MakerResponse,
  nullable: true,
  description:
    'Who set its addresses: `from_email`, `reply_to`, `review_url` and `logo_url`; null if it has none, and for profiles from before this was stored',
};
const PAUSED_ON = {
  type: String,
  nullable: true,
  description:
    'Since when its messages wait, because `created_by` was removed or lost the sub account, UTC; null if they are sent. Update the profile with `take_over` to send them.',
  example: null,
};
const REMOVED_EXAMPLE = removedAddresses({ reply_to: 'büro@example.com' })[0]?.msg;

class RemovedAddressResponse implements RemovedAddress {
  @ApiProperty({
    enum: ['from_email', 'reply_to'],
    description: 'The setting that had it',
    example: 'reply_to',
  })
  setting: RemovedAddress['setting'];
  @ApiProperty({ description: 'The address as it was set', example: 'büro@example.com' }) address: string;
  @ApiProperty({
    description: 'Why it was removed, what happens now and what to do',
    example: REMOVED_EXAMPLE,
  })
  msg: string;
}

const REMOVED = {
  type: [RemovedAddressResponse] as [typeof RemovedAddressResponse],
  description:
    'Addresses that an upgrade removed, because mails cannot have them. An entry goes when the setting is sent, also as null.',
  example: [],
};
const ID = { type: 'integer', example: 12 } as const;

export class InviteSettingsProfileResponse {
  @ApiProperty({ ...ID, description: 'Id of the profile' }) id: number;
  @ApiProperty({ ...SETTINGS, description: 'The complete settings: what was set, over the defaults.' })
  settings: InviteSettings;
  @ApiProperty(CREATED_BY) created_by: MakerResponse | null;
  @ApiProperty(PAUSED_ON) paused_on: string | null;
  @ApiProperty(REMOVED) removed_addresses: RemovedAddressResponse[];
}

export class AddedInviteSettingsResponse extends SuccessResponse {
  @ApiProperty({ ...ID, description: 'Id of the new profile' }) id: number;
  @ApiProperty({ ...SETTINGS, description: 'The complete settings of the new profile.' })
  settings: InviteSettings;
  @ApiProperty(CREATED_BY) created_by: MakerResponse | null;
  @ApiProperty(PAUSED_ON) paused_on: string | null;
  @ApiProperty(REMOVED) removed_addresses: RemovedAddressResponse[];
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
  @ApiProperty(CREATED_BY) created_by: MakerResponse | null;
  @ApiProperty(PAUSED_ON) paused_on: string | null;
  @ApiProperty(REMOVED) removed_addresses: RemovedAddressResponse[];
}

export class InviteSettingsListResponse extends SuccessResponse {
  @ApiProperty({ type: [InviteSettingsEntryResponse], description: 'The profiles in the order of their ids' })
  settings: InviteSettingsEntryResponse[];
}

type Viewer = Pick<Principal, 'main'>;

export function settingsResponse(profile: ResolvedProfile, viewer: Viewer): InviteSettingsProfileResponse {
  return { id: profile.id, settings: profile.settings, ...shared(profile, viewer) };
}

export function settingsEntry(profile: ResolvedProfile, viewer: Viewer): InviteSettingsEntryResponse {
  const { id, settings } = profile;
  const { name, from_name, subject, language, channels, followup, default: isDefault } = settings;
  const followups = followup.enabled ? followup.steps.length : 0;
  const own = { id, name, from_name, subject, language, channels, followups, default: isDefault };
  return { ...own, ...shared(profile, viewer) };
}

/** What both the settings and an entry of the list have. */
function shared({ maker, paused_on, removed_addresses }: ResolvedProfile, viewer: Viewer) {
  return {
    created_by: makerResponse(maker, viewer),
    paused_on: wireDateOrNull(paused_on),
    removed_addresses: removedAddresses(removed_addresses),
  };
}
