import type { IncomingHttpHeaders } from 'node:http';
import { isSameOrigin } from '@plaudit/runtime';

/** Fields of the form of a page. */
export const TOKEN_FIELD = 'token';
export const ACTION_FIELD = 'action';
export const CHOSEN_FIELD = 'location';

/**
 * The buttons. `continue`: the account may be read for the company that the page names. `connect`: connects the profile, or
 * the chosen ones. `share`: lets a client choose. `decline`: ends the sign-in.
 */
export const ACTIONS = ['continue', 'connect', 'share', 'decline'] as const;
export type Action = (typeof ACTIONS)[number];

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** 500 ids of 200 characters, each percent-encoded. */
const MAX_FORM = 384 * 1024;

/** What the user sent with the form. */
export interface PageForm {
  token: string;
  action: Action;
  chosen: string[];
}

/** Reads the form. Returns null for a body of another type, a longer one than our page sends, and a button of no page. */
export function pageFormOf(contentType: string | undefined, body: Buffer): PageForm | null {
  if (!FORM.test(contentType ?? '') || body.length > MAX_FORM) return null;
  const fields = new URLSearchParams(body.toString('utf8'));
  const action = ACTIONS.find((name) => name === fields.get(ACTION_FIELD));
  if (!action) return null;
  return { token: fields.get(TOKEN_FIELD) ?? '', action, chosen: fields.getAll(CHOSEN_FIELD) };
}

/** Returns true if a page of ours sent the form, and no page of another site in the name of its visitor. */
export function isOwnForm(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  return isSameOrigin({ method: 'POST', fetchSite, origin }, new URL(publicUrl).origin);
}
