import { cleanLine, webUrl } from '@plaudit/runtime';
import { paletteOf } from '../templates/colours';
import { layOut } from '../templates/layouts';
import type { MailContent, MailLink } from '../templates/mail-content';
import { type MessageInput, senderName } from './message';
import { messageValues } from './message-values';
import { fill } from './placeholders';
import { stepTexts } from './step-texts';
import { wordingOf } from './wording';

export interface RenderedEmailParts {
  subject: string;
  html: string;
  text: string;
}

const MAX_SUBJECT = 250;
const MAX_LINE = 300;

/** Renders an email. A text that is empty after its variables are filled in is replaced by that of the language. */
export function renderEmail(input: MessageInput): RenderedEmailParts {
  const content = contentOf(input);
  return { subject: content.subject, html: layOut(content), text: textOf(content) };
}

function contentOf(input: MessageInput): MailContent {
  const { settings, business, links, step } = input;
  const texts = stepTexts(settings, step);
  const wording = wordingOf(settings.language);
  const valueOf = messageValues(input);
  const filled = (text: string, byDefault = ''): string => fill(text, valueOf) || fill(byDefault, valueOf);
  const line = (text: string, byDefault?: string): string => cleanLine(filled(text, byDefault), MAX_LINE);
  const { words } = wording;
  return {
    language: settings.language,
    template: texts.template,
    subject: cleanLine(filled(texts.subject, wording.subject), MAX_SUBJECT),
    preview: line(texts.preview),
    heading: line(settings.heading),
    body: filled(texts.body, wording.body),
    signature: filled(settings.signature),
    button: linkTo(line(settings.button_text, wording.button_text), links.review),
    platforms: links.channels.map((channel) => linkTo(platformLabel(input, channel), channel.url)),
    brandName: cleanLine(business.name, MAX_LINE) || senderName(input),
    logoUrl: webUrl(settings.logo_url),
    palette: paletteOf(settings.color),
    reminder: { first: words.reminder, last: words.last_reminder },
    footer: {
      reason: line(words.reason),
      address: cleanLine(settings.footer_address, MAX_LINE),
      unsubscribe: linkTo(words.unsubscribe, links.unsubscribe),
    },
    openUrl: webUrl(links.open),
    trapUrl: webUrl(links.trap),
  };
}

/** Names the platform, and its profile too if there are several of one platform. */
function platformLabel(
  { settings, links }: MessageInput,
  { label, name }: MessageInput['links']['channels'][number],
): string {
  const isOnlyOne = links.channels.filter((channel) => channel.label === label).length === 1;
  const shown = isOnlyOne || name === '' ? label : `${label} (${name})`;
  const text = fill(wordingOf(settings.language).words.on_platform, () => shown);
  return cleanLine(text, MAX_LINE);
}

function linkTo(label: string, url: string): MailLink {
  return { label, url: webUrl(url) };
}

/** Returns the same message without HTML. */
function textOf(content: MailContent): string {
  const { template, heading, body, button, platforms, signature, footer } = content;
  const links = template === 'platforms' && platforms.length > 0 ? platforms : [button];
  const blocks = [
    template === 'plain' ? '' : heading,
    body,
    links.map(lineOf).join('\n'),
    signature,
    ['-- ', footer.reason, footer.address, lineOf(footer.unsubscribe)]
      .filter((line) => line !== '')
      .join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function lineOf({ label, url }: MailLink): string {
  return url === null ? label : `${label}: ${url}`;
}
