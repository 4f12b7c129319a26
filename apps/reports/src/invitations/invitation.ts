import {
  type DomainEvent,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  type InvitePayload,
  inviteQueued,
  type InviteRecord,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
  ownValue,
  parseWireDate,
  type SnapshotRange,
  type Tenant,
} from '@plaudit/contracts';

/** The fields of an invitation's event that reports read. */
export const INVITE_FIELDS_READ = [
  'id',
  'settings_id',
  'settings_name',
  'type',
  'step',
  'created_on',
  'happened_on',
] as const satisfies readonly (keyof InvitePayload)[];

export interface InviteState extends Pick<InvitePayload, (typeof INVITE_FIELDS_READ)[number]> {
  /** Only of invite.sent. */
  delivery?: string;
}

/** The column with the time of the stage that an event reports. */
const STAGE_OF: Readonly<Record<string, Stage>> = {
  [inviteQueued.name]: 'queued_on',
  [inviteSent.name]: 'sent_on',
  [inviteOpened.name]: 'opened_on',
  [inviteClicked.name]: 'clicked_on',
  [inviteReviewed.name]: 'reviewed_on',
  [inviteUnsubscribed.name]: 'unsubscribed_on',
  [inviteFailed.name]: 'failed_on',
};

export const STAGE_TIMES = [
  'queued_on',
  'sent_on',
  'confirmed_on',
  'kept_on',
  'opened_on',
  'clicked_on',
  'reviewed_on',
  'unsubscribed_on',
  'failed_on',
] as const;
type Stage = (typeof STAGE_TIMES)[number];

/** What one event or a snapshot says about an invitation. Times are ISO 8601. */
export interface Invitation extends Tenant, Partial<Record<Stage, string>> {
  id: number;
  settings_id: number;
  settings_name: string;
  type: string;
  step: number;
  created_on: string;
  version: number;
  /** Time of the event or of the beginning of the snapshot that has `settings_name`. */
  named_on: string;
}

/** Returns what an event says about its invitation, with the time of the stage that it reports. */
export function invitationOf(event: DomainEvent<InviteState>): Invitation {
  const { id, settings_id, settings_name, type, step, created_on, happened_on, delivery } = event.data;
  const happened = parseWireDate(happened_on).toISOString();
  const stage = ownValue(STAGE_OF, event.type);
  return {
    id,
    account_id: event.accountid,
    sub_account_id: event.subaccountid,
    settings_id,
    settings_name,
    type,
    step,
    created_on: parseWireDate(created_on).toISOString(),
    version: event.aggregateversion,
    named_on: event.time,
    ...(stage && { [stage]: happened }),
    ...(delivery === 'confirmed' && { confirmed_on: happened }),
    ...(delivery === 'kept' && { kept_on: happened }),
  };
}

/** Returns what a page of the snapshot says about an invitation. The page was read after `begun_on`. */
export function recordedInvitation(record: InviteRecord, { begun_on }: SnapshotRange): Invitation {
  const { id, account_id, sub_account_id, settings_id, settings_name, type, step, version } = record;
  const times = STAGE_TIMES.map((stage) => [stage, isoOrUndefined(record[stage])] as const);
  return {
    id,
    account_id,
    sub_account_id,
    settings_id,
    settings_name,
    type,
    step,
    created_on: parseWireDate(record.created_on).toISOString(),
    version,
    named_on: parseWireDate(begun_on).toISOString(),
    ...(Object.fromEntries(times) as Partial<Record<Stage, string>>),
  };
}

function isoOrUndefined(date: string | null | undefined): string | undefined {
  return date ? parseWireDate(date).toISOString() : undefined;
}
