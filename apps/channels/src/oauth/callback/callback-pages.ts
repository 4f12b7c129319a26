import { escapeHtml } from '@plaudit/runtime';
import type { OAuthLocation } from '../../platforms/oauth-flow';
import type { PlatformMeta } from '../../platforms/platform';
import { callbackPath } from '../oauth-app';
import { CHOSEN_FIELD, TOKEN_FIELD } from './choice-form';
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

interface Choice {
  meta: PlatformMeta;
  /** The token of the form. */
  token: string;
  locations: readonly OAuthLocation[];
  /** The ids that are checked. */
  chosen?: readonly string[];
  /** What is wrong with the last choice. */
  fault?: { status: number; msg: string };
}

/** Shows the form in which the user chooses what to connect. */
export function choicePage({ meta, token, locations, chosen = [], fault }: Choice): CallbackPage {
  const checked = new Set(chosen);
  const html = pageOf(`Choose what to connect from ${meta.label}`, [
    ...(fault ? [`<p class="fault" role="alert">${escapeHtml(fault.msg)}</p>`] : []),
    '<p class="lead">The reviews of every place that you choose are collected in one channel.</p>',
    `<form method="post" action="${escapeHtml(callbackPath(meta.slug))}">`,
    `<input type="hidden" name="${TOKEN_FIELD}" value="${escapeHtml(token)}">`,
    '<fieldset>',
    `<legend>${escapeHtml(meta.label)}</legend>`,
    ...locations.map((location, index) => choiceOf(location, index, checked.has(location.id))),
    '</fieldset>',
    '<button type="submit">Connect</button>',
    '</form>',
  ]);
  return { status: fault?.status ?? 200, html };
}

function choiceOf({ id, name, address }: OAuthLocation, index: number, isChecked: boolean): string {
  const input = `<input type="checkbox" id="l${index}" name="${CHOSEN_FIELD}" value="${escapeHtml(id)}"${isChecked ? ' checked' : ''}>`;
  const where = address === null ? '' : `<small>${escapeHtml(address)}</small>`;
  return `<div class="choice">${input}<label for="l${index}">${escapeHtml(name)}${where}</label></div>`;
}
