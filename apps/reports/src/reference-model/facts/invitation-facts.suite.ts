import { type InviteType, parseWireDate } from '@plaudit/contracts';
import { dayIn } from '../naive/local-months.suite';
import { type InvitationState, PROFILES, type RandomInvitation } from '../random/random-invitations.suite';

/** An invitation in its last state, and all that its events reported. */
export interface InvitationFact {
  sub_account_id: number;
  settings_id: number;
  type: InviteType;
  step: number;
  /** Date of the creation in the zone of its sub account. */
  day: string;
  reported: InvitationState['reported'][];
  /** True if an event reported that it was sent and that the delivery is confirmed. */
  confirmed: boolean;
  /** True if an event reported that it was kept instead. */
  kept: boolean;
}

/** Returns the facts of invitations. Ids are counted from `base`. `zones` are those of the two sub accounts. */
export function invitationFacts(
  invitations: readonly RandomInvitation[],
  base: number,
  zones: readonly string[],
): InvitationFact[] {
  return invitations.map(({ owner, states }) => {
    const { profile, type, step, created_on } = states.at(-1)!;
    return {
      sub_account_id: base + owner,
      settings_id: profileId(base, owner, profile),
      type,
      step,
      day: dayIn(zones[owner]!, parseWireDate(created_on)),
      reported: states.map(({ reported }) => reported),
      confirmed: states.some(({ reported, delivery }) => reported === 'sent' && delivery === 'confirmed'),
      kept: states.some(({ reported, delivery }) => reported === 'sent' && delivery === 'kept'),
    };
  });
}

/** Returns the name of each settings profile by its id: the one that the newest event of the profile has. */
export function profileNames(
  invitations: readonly RandomInvitation[],
  base: number,
): ReadonlyMap<number, string> {
  const oldestFirst = invitations
    .flatMap(({ owner, states }) => states.map((state) => ({ owner, ...state })))
    .sort((one, other) => (one.time < other.time ? -1 : 1));
  return new Map(oldestFirst.map(({ owner, profile, name }) => [profileId(base, owner, profile), name]));
}

/** Returns the id of a settings profile of a sub account. */
export function profileId(base: number, owner: number, profile: number): number {
  return base + owner * PROFILES + profile;
}
