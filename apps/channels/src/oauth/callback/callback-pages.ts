import { escapeHtml } from '@plaudit/runtime';
import type { OAuthLocation } from '../../platforms/oauth-flow';
import type { PlatformMeta } from '../../platforms/platform';
import { callbackPath } from '../oauth-app';
import type { AskedBy, OAuthConnectionEntity } from '../oauth-connection.entity';
import { type Action, ACTION_FIELD, CHOSEN_FIELD, TOKEN_FIELD } from './page-form';
import { pageOf } from './page-shell';

/** A page with its HTTP status. */
export interface CallbackPage {
  status: number;
  html: string;
}

const CLOSE = '<p>You can close this page.</p>';

/** Says that the channel is connected and that its reviews are on their way. */
export function connectedPage({ label }: PlatformMeta, channelName: string): CallbackPage {
  const lead = `<p class="lead">${escapeHtml(channelName)} is connected. Its reviews appear shortly.</p>`;
  return { status: 200, html: pageOf(`${label} is connected`, [lead, CLOSE]) };
}

/** Says why nothing was connected. `msg` is one or more whole sentences. */
export function refusedPage(status: number, title: string, msg: string): CallbackPage {
  const lead = `<p class="lead">${escapeHtml(msg)}</p>`;
  return { status, html: pageOf(title, [lead, CLOSE]) };
}

/** Says that a client of the company chooses now. */
export function sharedPage({ label }: PlatformMeta, connection: Asking): CallbackPage {
  const { company } = askedBy(connection);
  const lead = `<p class="lead">${escapeHtml(company)} can choose now which places of your ${escapeHtml(label)} account are connected.</p>`;
  return { status: 200, html: pageOf(`${company} chooses`, [lead, CLOSE]) };
}

type Asking = Pick<OAuthConnectionEntity, 'asked_by' | 'session_ref'>;

interface FormPage {
  meta: PlatformMeta;
  /** The token of the form. */
  token: string;
  connection: Asking;
}

interface ReceiverPage extends FormPage {
  /** The name of the channel that gets a new access, or null for a new channel. */
  channel: string | null;
}

/** Asks a person who has signed in whether their account may be read for the company that the page names. */
export function receiverPage({ meta, token, connection, channel }: ReceiverPage): CallbackPage {
  const html = pageOf(`Connect your ${meta.label} account?`, [
    `<p class="lead">You signed in to ${escapeHtml(meta.label)}, so that reviews of your account are collected for:</p>`,
    detailsOf([...(channel === null ? [] : [['Channel', channel] as const]), ...receiverOf(connection)]),
    '<p><strong>Did another person send you the link?</strong> Then choose “Do not connect” unless this company is to collect your reviews. Nothing has been read yet.</p>',
    ...formOf(meta, token, [], [buttonOf('continue', 'Continue')]),
  ]);
  return { status: 200, html };
}

export interface ProfilesPage extends FormPage {
  locations: readonly OAuthLocation[];
  /** What would be connected. Without it, the user chooses among the locations. */
  profile?: Pick<OAuthLocation, 'name' | 'address'>;
  /** The ids that are checked. */
  chosen?: readonly string[];
  /** What is wrong with the last choice. */
  fault?: { status: number; msg: string };
}

/** Shows the profile, or the form in which the user chooses what to connect. */
export function profilesPage(page: ProfilesPage): CallbackPage {
  const { meta, token, connection, locations, profile, chosen = [], fault } = page;
  const checked = new Set(chosen);
  const title = profile
    ? `Connect this profile of ${meta.label}?`
    : `Choose what to connect from ${meta.label}`;
  const lead = profile
    ? 'The reviews of this profile are collected after you choose “Connect”.'
    : 'The reviews of every place that you choose are collected in one channel.';
  const choice = [
    '<fieldset>',
    `<legend>${escapeHtml(meta.label)}</legend>`,
    ...locations.map((location, index) => choiceOf(location, index, checked.has(location.id))),
    '</fieldset>',
  ];
  // Clients may choose already if the session that began has signed in.
  const mayShare = !profile && connection.session_ref === null;
  const share = `Let ${askedBy(connection).company} choose`;
  const html = pageOf(title, [
    ...(fault ? [`<p class="fault" role="alert">${escapeHtml(fault.msg)}</p>`] : []),
    `<p class="lead">${lead}</p>`,
    detailsOf([
      ...(profile ? [['Profile', profile.name, profile.address] as const] : []),
      ...receiverOf(connection),
    ]),
    ...formOf(meta, token, profile ? [] : choice, [
      buttonOf('connect', 'Connect'),
      ...(mayShare ? [buttonOf('share', share, 'quiet')] : []),
    ]),
  ]);
  return { status: fault?.status ?? 200, html };
}

/** A term, its value, and more about it. */
type Detail = readonly [term: string, value: string, more?: string | null];

function receiverOf(connection: Asking): readonly Detail[] {
  const { type, actor, company, sub_account } = askedBy(connection);
  return [
    ['Company', company],
    ['Sub account', sub_account],
    ['Requested by', type === 'key' ? `API key “${actor}”` : actor],
  ];
}

/** Throws an Error for a connection of an earlier release, of which no page is shown. */
function askedBy({ asked_by }: Asking): AskedBy {
  if (asked_by) return asked_by;
  throw new Error('A connection does not say who asked for it');
}

function detailsOf(details: readonly Detail[]): string {
  const rows = details.map(([term, value, more]) => {
    const small = more ? `<small>${escapeHtml(more)}</small>` : '';
    return `<dt>${term}</dt><dd>${escapeHtml(value)}${small}</dd>`;
  });
  return `<dl>${rows.join('')}</dl>`;
}

/** Every form has the button that ends the sign-in. */
function formOf(
  { slug }: PlatformMeta,
  token: string,
  fields: readonly string[],
  buttons: readonly string[],
): string[] {
  return [
    `<form method="post" action="${escapeHtml(callbackPath(slug))}">`,
    `<input type="hidden" name="${TOKEN_FIELD}" value="${escapeHtml(token)}">`,
    ...fields,
    `<div class="buttons">${buttons.join('')}${buttonOf('decline', 'Do not connect', 'quiet')}</div>`,
    '</form>',
  ];
}

function buttonOf(action: Action, label: string, kind: 'main' | 'quiet' = 'main'): string {
  return `<button type="submit" class="${kind}" name="${ACTION_FIELD}" value="${action}">${escapeHtml(label)}</button>`;
}

function choiceOf({ id, name, address }: OAuthLocation, index: number, isChecked: boolean): string {
  const input = `<input type="checkbox" id="l${index}" name="${CHOSEN_FIELD}" value="${escapeHtml(id)}"${isChecked ? ' checked' : ''}>`;
  const where = address === null ? '' : `<small>${escapeHtml(address)}</small>`;
  return `<div class="choice">${input}<label for="l${index}">${escapeHtml(name)}${where}</label></div>`;
}
