import {
  type DomainEvent,
  type EventDefinition,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  type InvitePayload,
  inviteQueued,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
} from '@plaudit/contracts';
import { buildEvent } from '@plaudit/testing';
import type { InvitationState, RandomInvitation } from '../random/random-invitations.suite';
import { profileId } from './invitation-facts.suite';

const DEFINITIONS: Record<InvitationState['reported'], EventDefinition<InvitePayload>> = {
  queued: inviteQueued,
  sent: inviteSent,
  opened: inviteOpened,
  clicked: inviteClicked,
  reviewed: inviteReviewed,
  unsubscribed: inviteUnsubscribed,
  failed: inviteFailed,
};

/** Returns the events of invitations. Ids are counted from `base`, which is also the account. */
export function invitationEvents(invitations: readonly RandomInvitation[], base: number): DomainEvent[] {
  return invitations.flatMap(({ owner, states }, index) =>
    states.map(({ reported, delivery, profile, name, time, ...state }, version) =>
      buildEvent(DEFINITIONS[reported], {
        accountid: base,
        subaccountid: base + owner,
        aggregateversion: version + 1,
        time,
        data: {
          ...state,
          id: base + index,
          settings_id: profileId(base, owner, profile),
          settings_name: name,
          ...(reported === 'sent' ? { delivery } : {}),
        },
      }),
    ),
  );
}
