import { ApiError } from '@plaudit/contracts';
import type { SkipReason } from '../requests/request';
import { MIN_DISTANCE_MS } from '../schedule/min-distance';
import { later } from '../schedule/planned-time';
import { nextInWindow } from '../schedule/send-window';
import type { ResolvedProfile } from '../settings/settings-profiles.repository';
import { type Addition, plannedBy } from './addition';

const DAY_SECONDS = 86_400;

/** What is known of a person before the request is added. */
export interface PersonFacts {
  /** Why the person gets no messages; null if nothing forbids them. */
  suppressed: SkipReason | null;
  /** True if the person's data was erased. */
  erased: boolean;
  /** When the newest first message was sent. */
  firstSentOn: Date | null;
  /** When the newest message was sent. */
  sentOn: Date | null;
  /** True if a first message to the person waits to be sent. */
  waiting: boolean;
}

/** What the verdicts depend on. */
export interface AdditionFacts {
  now: Date;
  /** False if the plan has no invitations. */
  allowed: boolean;
  /** Ids of stored requests by their references. */
  references: ReadonlyMap<string, number>;
  /** By the key of the recipient in hex. */
  people: ReadonlyMap<string, PersonFacts>;
  /** The settings profiles by id, and the default one for null. */
  profiles: ReadonlyMap<number | null, ResolvedProfile>;
  unknownChannels: ReadonlySet<number>;
  /** First messages per month, and how many are sent or wait. A limit of -1 means unlimited. */
  credits: { limit: number; used: number };
  /** Returns the error for a kind of message that the server cannot send, or null. */
  refusal(type: Addition['type'], profile: ResolvedProfile): ApiError | null;
}

/** A request that is to be stored. */
export interface Accepted {
  addition: Addition;
  profile: ResolvedProfile;
  schedule: Date;
  sendAt: Date;
  /** Null if it waits to be sent. */
  skipReason: SkipReason | null;
  /** True if nothing that names or describes the person may be stored. */
  erased: boolean;
}

/** `existing` is a stored request with the same reference, `sameAs` the place of an earlier addition with it. */
export type Verdict = ApiError | Accepted | { existing: number } | { sameAs: number };

/** Returns for each addition, in order, what to store, the request that it repeats, or why it may not be added. */
export function verdictsOn(additions: readonly Addition[], facts: AdditionFacts): Verdict[] {
  const references = new Map<string, number>();
  const people = new Map<string, number>();
  let { used } = facts.credits;
  return additions.map((addition, place) => {
    const repeated = repetitionOf(addition, facts, references);
    if (repeated) return repeated;
    const person = personOf(addition);
    const earlier = people.get(person);
    const verdict = earlier === undefined ? verdictOn(addition, facts, used) : duplicate(earlier);
    if (verdict instanceof ApiError) return verdict;
    if (verdict.skipReason === null) used++;
    people.set(person, addition.index);
    if (addition.reference !== null) references.set(addition.reference, place);
    return verdict;
  });
}

/** Returns the key of {@link AdditionFacts.people}. */
export function personOf({ recipientKey }: { recipientKey: Buffer }): string {
  return recipientKey.toString('hex');
}

function repetitionOf(
  { reference }: Addition,
  facts: AdditionFacts,
  seen: ReadonlyMap<string, number>,
): { existing: number } | { sameAs: number } | null {
  if (reference === null) return null;
  const existing = facts.references.get(reference);
  if (existing !== undefined) return { existing };
  const sameAs = seen.get(reference);
  return sameAs === undefined ? null : { sameAs };
}

function verdictOn(addition: Addition, facts: AdditionFacts, used: number): ApiError | Accepted {
  const { limit } = facts.credits;
  const profile = facts.profiles.get(addition.settingsId);
  if (!facts.allowed) return new ApiError('plan_feature_missing', 'The plan has no invitations; upgrade it.');
  if (!profile) return unknownSettings(addition.settingsId);
  const channel = addition.channels?.find((id) => facts.unknownChannels.has(id));
  if (channel !== undefined) return unknownChannel(channel);
  const refusal = facts.refusal(addition.type, profile);
  if (refusal) return refusal;
  const accepted = acceptedOf(addition, profile, facts);
  return accepted.skipReason === null && limit >= 0 && used >= limit ? exhausted(limit, used) : accepted;
}

function acceptedOf(addition: Addition, profile: ResolvedProfile, facts: AdditionFacts): Accepted {
  const { settings } = profile;
  const person = facts.people.get(personOf(addition));
  const schedule = addition.planned ?? plannedBy(settings, facts.now);
  const distant = person?.sentOn ? person.sentOn.getTime() + MIN_DISTANCE_MS : Number.NEGATIVE_INFINITY;
  const earliest = new Date(Math.max(schedule.getTime(), distant));
  const sendAt = nextInWindow(earliest, settings.send_window, addition.timezone);
  const isSoon = isInCooldown(addition, settings.cooldown.days, sendAt, person);
  return {
    addition,
    profile,
    schedule,
    sendAt,
    skipReason: person?.suppressed ?? (isSoon ? 'cooldown' : null),
    erased: person?.erased ?? false,
  };
}

/** Exactly the days of the cooldown after the last first message, the next one may be sent. */
function isInCooldown(
  { ignoreCooldown }: Addition,
  days: number,
  sendAt: Date,
  person: PersonFacts | undefined,
): boolean {
  if (ignoreCooldown || days === 0 || !person) return false;
  if (person.waiting) return true;
  return person.firstSentOn !== null && later(person.firstSentOn, days * DAY_SECONDS) > sendAt;
}

function unknownSettings(id: number | null): ApiError {
  const msg = `settings_id must be the id of a settings profile of this sub account, not ${id}.`;
  return new ApiError('invalid_value', msg, { field: 'settings_id' });
}

function unknownChannel(id: number): ApiError {
  const msg = `channels must be ids of channels of this sub account; ${id} is not one.`;
  return new ApiError('invalid_value', msg, { field: 'channels' });
}

function duplicate(index: number): ApiError {
  const msg = `recipient is a duplicate recipient in this request: item ${index} has the same one; leave one out.`;
  return new ApiError('invalid_recipient', msg, { field: 'recipient' });
}

function exhausted(limit: number, used: number): ApiError {
  const msg = `The plan has ${limit} invitations per month and ${used} are sent or pending; upgrade it or wait for the next month.`;
  return new ApiError('invite_credits_exhausted', msg, { limit, used });
}
