import type { InviteSettings } from '../settings/invite-settings';

/** Where the links of one message lead. */
export interface MessageLinks {
  review: string;
  channels: { id: number; type: string; label: string; name: string; url: string }[];
  unsubscribe: string;
  /** The image that counts an opening. Null: openings are not counted. */
  open: string | null;
  /** A link that people cannot see. Programs that follow every link follow it too. Null: none. */
  trap: string | null;
}

/** The values that a client attached to a request. */
export type MessageData = Readonly<Record<string, string | number | boolean | null>>;

export interface MessageInput {
  settings: InviteSettings;
  /** 0 for the first message, 1 to 3 for its reminders. */
  step: number;
  /** The name of the recipient. */
  name: string | null;
  data: MessageData;
  business: { name: string };
  links: MessageLinks;
  now: Date;
}

/** Returns the name that the recipient sees as the sender: the one of the settings, else that of the business. */
export function senderName({ settings, business }: Pick<MessageInput, 'settings' | 'business'>): string {
  return settings.from_name || business.name;
}
