import { IsArray, IsIn, IsInt, IsString, Matches } from 'class-validator';
import { WIRE_DATE } from '../wire-date';
import { MAKER_TYPES, type MakerType } from './account-events';
import { defineEvent } from './define-event';

/** What an account can have send data elsewhere, apart from webhooks. */
export const FORWARDERS = ['ai', 'translation', 'invite_settings'] as const;
export type Forwarder = (typeof FORWARDERS)[number];

export class ForwardingPausedPayload {
  @IsIn(FORWARDERS) what: Forwarder;
  /** Id of the settings profile. Of the account for `ai` and `translation`. */
  @IsInt() id: number;
  /** Name of the settings profile, or of the provider. */
  @IsString() name: string;
  /** Where the data went: addresses of mails, and URLs without their queries. */
  @IsArray() @IsString({ each: true }) addresses: string[];
  @IsIn(MAKER_TYPES) maker_type: MakerType;
  @IsInt() maker_id: number;
  /** Name of the key, or email of the user. */
  @IsString() maker_name: string;
  @Matches(WIRE_DATE) paused_on: string;
}

const MAKER = { maker_type: 'user', maker_id: 5, maker_name: 'office@acme.example.com' } as const;

export const forwardingProviderPaused = defineEvent({
  name: 'forwarding.provider_paused',
  version: 1,
  producer: 'ai',
  payload: ForwardingPausedPayload,
  summary:
    'An account sends nothing to its own AI provider or translator any more, because the key or user that chose it was removed or lost sub accounts. An admin can take it over.',
  example: {
    what: 'ai',
    id: 7,
    name: 'openai',
    addresses: ['https://api.openai.com/v1'],
    ...MAKER,
    paused_on: '2026-09-20 02:40:01',
  },
});

export const forwardingSettingsPaused = defineEvent({
  name: 'forwarding.settings_paused',
  version: 1,
  producer: 'invitations',
  payload: ForwardingPausedPayload,
  summary:
    'The messages of a settings profile of invitations wait, because the key or user that chose its addresses was removed or lost the sub account. An admin can take it over.',
  example: {
    what: 'invite_settings',
    id: 12,
    name: 'After a visit',
    addresses: ['help@example.com'],
    ...MAKER,
    paused_on: '2026-09-20 02:40:01',
  },
});
