import type { Schema } from '@plaudit/client';
import type { Webhook } from '../webhook-state';

type EventName = Webhook['events'][number];

/** A webhook while it is added or edited. */
export interface WebhookDraft {
  url: string;
  description: string;
  events: readonly string[];
  /** Empty for all that the user may see. */
  accounts: readonly number[];
}

/** Returns a draft with the events that webhooks have had from the start. */
export function newDraft(): WebhookDraft {
  return { url: '', description: '', events: ['review.created'], accounts: [] };
}

export function draftOf(webhook: Webhook): WebhookDraft {
  const { url, description, events, sub_account_ids: accounts } = webhook;
  return { url, description: description ?? '', events, accounts };
}

/** Returns the request that adds the draft. The server checks its values. */
export function addInput(draft: WebhookDraft): Schema<'WebhookAddInput'> {
  return {
    url: draft.url.trim(),
    events: [...draft.events] as EventName[],
    ...(draft.description.trim() && { description: draft.description.trim() }),
    ...(draft.accounts.length > 0 && { sub_account_ids: [...draft.accounts] }),
  };
}

/** Returns what differs from the webhook. Empty if nothing does. */
export function updateInput(draft: WebhookDraft, webhook: Webhook): Schema<'WebhookUpdateInput'> {
  const url = draft.url.trim();
  const description = draft.description.trim() || null;
  return {
    ...(url !== webhook.url && { url }),
    ...(description !== webhook.description && { description }),
    ...(!isSame(draft.events, webhook.events) && { events: [...draft.events] as EventName[] }),
    ...(!isSame(draft.accounts, webhook.sub_account_ids) && { sub_account_ids: [...draft.accounts] }),
  };
}

/** Returns the list with the item if it had not, and without it if it had. */
export function toggled<Item>(items: readonly Item[], item: Item): Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}
