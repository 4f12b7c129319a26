import type { ResolvedProfile } from '../settings/settings-profiles.repository';
import { resolveSettings } from '../settings/stored-settings';
import { readAddition } from './addition';
import { type AdditionFacts, type PersonFacts, personOf, verdictsOn } from './addition-verdicts';
import type { InviteCreateInput } from './additions.dto';

const NOW = new Date('2026-06-01T12:00:00Z');
const DAY_MS = 86_400_000;
const ago = (days: number, more = 0): Date => new Date(NOW.getTime() - days * DAY_MS - more);

const profile = (settings: object): ResolvedProfile => ({
  id: 1,
  name: 'Shop',
  is_default: true,
  deleted: false,
  maker: null,
  paused_on: null,
  removed_addresses: {},
  settings: resolveSettings({
    name: 'Shop',
    is_default: true,
    settings: { send_window: { enabled: false }, ...settings },
  }),
});
const FACTS: AdditionFacts = {
  now: NOW,
  allowed: true,
  references: new Map(),
  people: new Map(),
  profiles: new Map([[null, profile({ delay: 0, cooldown: { days: 30 } })]]),
  unknownChannels: new Set(),
  credits: { limit: -1, used: 0 },
  refusal: () => null,
};
const STRANGER: PersonFacts = {
  suppressed: null,
  erased: false,
  firstSentOn: null,
  sentOn: null,
  waiting: false,
};

const read = (given: readonly Partial<InviteCreateInput>[]) =>
  given.map((one, index) => readAddition({ recipient: 'noa@example.com', ...one }, NOW, index));
const verdicts = (given: readonly Partial<InviteCreateInput>[], facts: Partial<AdditionFacts> = {}) =>
  verdictsOn(read(given), { ...FACTS, ...facts });
const codes = (given: readonly Partial<InviteCreateInput>[], facts: Partial<AdditionFacts> = {}) =>
  verdicts(given, facts).map((verdict) =>
    'code' in verdict ? verdict.code : 'addition' in verdict ? (verdict.skipReason ?? 'pending') : 'repeated',
  );
const knowing = (person: Partial<PersonFacts>): Partial<AdditionFacts> => ({
  people: new Map(read([{}]).map((addition) => [personOf(addition), { ...STRANGER, ...person }])),
});

describe('verdictsOn', () => {
  it.each<[string, Partial<PersonFacts>, Partial<InviteCreateInput>, string]>([
    ['exactly 30 days after the last one', { firstSentOn: ago(30) }, {}, 'pending'],
    ['a millisecond before that', { firstSentOn: ago(30, -1) }, {}, 'cooldown'],
    ['planned for that time', { firstSentOn: ago(29) }, { delay: 1 }, 'pending'],
    ['with ignore_cooldown', { firstSentOn: ago(1) }, { ignore_cooldown: true }, 'pending'],
    ['while another one waits', { waiting: true }, { delay: 300 }, 'cooldown'],
    ['after a reminder alone', { sentOn: ago(1) }, {}, 'pending'],
    ['to a suppressed person', { suppressed: 'sms_stop' }, { ignore_cooldown: true }, 'sms_stop'],
  ])('decides about a request %s', (_case, person, addition, expected) => {
    expect(codes([addition], knowing(person))).toEqual([expected]);
  });

  it('moves a request that would be less than twelve hours after the last message', () => {
    const [verdict] = verdicts([{}], knowing({ sentOn: ago(0.25) }));
    expect(verdict).toMatchObject({ schedule: NOW, sendAt: new Date(NOW.getTime() + DAY_MS / 4) });
  });

  it('counts neither skipped, refused nor repeated ones against the credits', () => {
    const given = [
      {},
      { recipient: 'a@example.com', reference: 'known' },
      { recipient: 'b@example.com', settings_id: 9 },
      { recipient: 'c@example.com', reference: 'new' },
      { recipient: 'd@example.com', reference: 'new' },
      { recipient: 'e@example.com' },
      { recipient: 'f@example.com' },
    ];
    const facts = {
      ...knowing({ waiting: true }),
      references: new Map([['known', 7]]),
      credits: { limit: 3, used: 1 },
    };
    expect(codes(given, facts)).toEqual([
      'cooldown',
      'repeated',
      'invalid_value',
      'pending',
      'repeated',
      'pending',
      'invite_credits_exhausted',
    ]);
  });

  it('names the stored request or the earlier item with the reference', () => {
    const given = [
      { reference: 'known' },
      { reference: 'new' },
      { recipient: 'a@example.com', reference: 'new' },
    ];
    const found = verdicts(given, { references: new Map([['known', 7]]) });
    expect([found[0], found[2]]).toEqual([{ existing: 7 }, { sameAs: 1 }]);
  });

  it('accepts a recipient whose earlier item was refused', () => {
    expect(codes([{ settings_id: 9 }, {}, {}])).toEqual(['invalid_value', 'pending', 'invalid_recipient']);
  });
});
