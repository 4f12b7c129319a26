import { INVITE_TYPES, type InviteType } from '@plaudit/contracts';
import fc from 'fast-check';
import { pastInstants } from './random-instants.suite';

/** What the events of an invitation report. */
export const REPORTED = [
  'queued',
  'sent',
  'opened',
  'clicked',
  'reviewed',
  'unsubscribed',
  'failed',
] as const;
/** How many settings profiles each sub account has. */
export const PROFILES = 3;
/** Two settings profiles may have the same name. */
const NAMES = ['Call', 'Purchase', 'Visit'];
/** Rates need some invitations. Without a minimum, half of the first accounts have at most three. */
const MIN_INVITATIONS = 6;
const MAX_INVITATIONS = 14;
const MAX_STATES = 4;

/** A state of an invitation, and the event that reports it. */
export interface InvitationState {
  reported: (typeof REPORTED)[number];
  /** Only of an event that reports `sent`. */
  delivery: 'confirmed' | 'unconfirmed' | 'kept';
  /** Index of a settings profile of the sub account. */
  profile: number;
  /** The name that the profile has then. */
  name: string;
  type: InviteType;
  step: number;
  created_on: string;
  happened_on: string;
  /** Time of the event. No two events of an account have the same. */
  time: string;
}

export interface RandomInvitation {
  /** 0 for the main sub account, 1 for the other one. */
  owner: number;
  /** Oldest first. They report any stages, some more than once and some never. */
  states: InvitationState[];
}

/** A state with the time since the state before it, in tenths of a second. */
interface DrawnState extends Omit<InvitationState, 'time'> {
  since: number;
}

function drawnStates(instants: readonly string[]): fc.Arbitrary<DrawnState> {
  return fc.record({
    reported: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...REPORTED) },
      { weight: 1, arbitrary: fc.constantFrom('queued', 'sent') },
    ),
    delivery: fc.constantFrom('confirmed', 'unconfirmed', 'kept'),
    profile: fc.nat(PROFILES - 1),
    name: fc.constantFrom(...NAMES),
    type: fc.constantFrom(...INVITE_TYPES),
    step: fc.nat(3),
    created_on: fc.constantFrom(...instants),
    happened_on: fc.constantFrom(...instants),
    since: fc.nat(1_000_000),
  });
}

/** Random invitations of an account with two sub accounts. They are created at a few instants up to `now`. */
export function randomInvitations(now: Date): fc.Arbitrary<RandomInvitation[]> {
  return fc
    .array(pastInstants(now), { minLength: 1, maxLength: 4 })
    .chain((instants) =>
      fc.array(
        fc.record({
          owner: fc.nat(1),
          states: fc.array(drawnStates(instants), { minLength: 1, maxLength: MAX_STATES }),
        }),
        { minLength: MIN_INVITATIONS, maxLength: MAX_INVITATIONS },
      ),
    )
    .map(withTimes);
}

function withTimes(invitations: readonly { owner: number; states: DrawnState[] }[]): RandomInvitation[] {
  let made = 0;
  return invitations.map(({ owner, states }) => {
    let tenths = 0;
    const timed = states.map(({ since, ...state }) => {
      tenths += since;
      made += 1;
      // The last two digits of the milliseconds differ between all events.
      return { ...state, time: new Date(Date.UTC(2025, 0, 1) + tenths * 100 + made).toISOString() };
    });
    return { owner, states: timed };
  });
}
