import type { MailContent, MailLink } from './mail-content';
import { card, footer, mailDocument, PAGE } from './mail-document';
import {
  brand,
  button,
  FONT,
  frameButton,
  heading,
  paragraphs,
  row,
  RULE,
  signature,
  stars,
  textLink,
} from './mail-parts';
import { type Markup, markup } from './markup';
import { SURFACES } from './colours';
import type { EmailTemplate } from './template-slugs';

type Layout = (content: MailContent) => string;

const LAYOUTS: Readonly<Record<EmailTemplate, Layout>> = {
  classic,
  plain,
  stars: starred,
  platforms,
  card: banner,
  reminder: (content) => reminding(content, content.reminder.first, button(content)),
  'reminder-last': (content) => reminding(content, content.reminder.last, frames(content, [content.button])),
};

/** Returns the HTML of an email. */
export function layOut(content: MailContent): string {
  return LAYOUTS[content.template](content);
}

/** The logo above a white card with text and a button. */
function classic(content: MailContent): string {
  const inner = markup`${heading(content)}${paragraphs(content)}${button(content)}${signature(content)}`;
  return mailDocument(content, {
    page: PAGE,
    rows: [above(content), card(inner, content.palette.edge), footer(content)],
  });
}

/** A letter without any frame. It has no heading. */
function plain(content: MailContent): string {
  const link = markup`<p style="margin:0 0 18px">${textLink(content)}</p>`;
  const inner = markup`${paragraphs(content)}${link}${signature(content)}`;
  const line = row(
    markup`&nbsp;`,
    `padding:0;border-bottom:1px solid ${RULE};font-size:12px;line-height:28px`,
    'rule',
  );
  return mailDocument(content, {
    page: SURFACES.light,
    rows: [row(inner, 'padding:0'), line, footer(content, 'left')],
  });
}

/** Five stars in the middle, all with the same link. */
function starred(content: MailContent): string {
  const inner = markup`<div style="text-align:center">${heading(content)}</div>
    ${paragraphs(content)}${stars(content)}
    <p style="margin:8px 0 0;text-align:center">${textLink(content)}</p>${signature(content)}`;
  return mailDocument(content, { page: PAGE, rows: [above(content), card(inner), footer(content)] });
}

/** One button for each platform, all alike. Without platforms it has the one button of the other layouts. */
function platforms(content: MailContent): string {
  const buttons = content.platforms.length === 0 ? button(content) : frames(content, content.platforms);
  const inner = markup`${heading(content)}${paragraphs(content)}${buttons}${signature(content)}`;
  return mailDocument(content, { page: PAGE, rows: [above(content), card(inner), footer(content)] });
}

/** A header in the colour of the business. */
function banner(content: MailContent): string {
  const { brand: background, onBrand, edge } = content.palette;
  const border = edge === background ? background : RULE;
  const top = markup`<tr><td class="inner" align="center" bgcolor="${background}" style="padding:40px 40px 28px;background-color:${background};border:1px solid ${border};border-bottom:0;border-radius:12px 12px 0 0">
    <div style="padding-bottom:20px">${brandOnColour(content)}</div>${heading(content, onBrand)}
    </td></tr>`;
  const inner = markup`${paragraphs(content)}${button(content, 'center')}${signature(content)}`;
  const below = markup`<tr><td class="card inner" bgcolor="${SURFACES.light}" style="padding:36px 40px 40px;background-color:${SURFACES.light};border:1px solid ${RULE};border-top:0;border-radius:0 0 12px 12px">${inner}</td></tr>`;
  return mailDocument(content, { page: PAGE, rows: [top, below, footer(content)] });
}

/** The logo inside the card, beside a small label that says which mail of the sequence it is. */
function reminding(content: MailContent, label: string, action: Markup): string {
  const pill = `display:inline-block;padding:3px 12px;font-family:${FONT};font-size:13px;line-height:20px;font-weight:600;color:#374151;background-color:#eceff3;border-radius:12px`;
  const head = markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr>
    <td class="stack" valign="middle" style="padding-right:12px">${brand(content)}</td>
    <td class="stack" valign="middle" align="right" style="white-space:nowrap"><span class="pill" style="${pill}">${label}</span></td>
    </tr></table>`;
  const inner = markup`${head}${heading(content)}${paragraphs(content)}${action}${signature(content)}`;
  return mailDocument(content, { page: PAGE, rows: [card(inner), footer(content)] });
}

function frames(content: MailContent, links: readonly MailLink[]): Markup {
  return markup`<div style="padding-top:8px">${links.map((link) => frameButton(content, link))}</div>`;
}

function above(content: MailContent): Markup {
  return markup`<tr><td align="center" style="padding:0 24px 24px">${brand(content)}</td></tr>`;
}

/** A logo stands on white, because it may have the colour of the header. */
function brandOnColour(content: MailContent): Markup {
  if (content.logoUrl === null) return brand(content, content.palette.onBrand);
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center"><tr><td bgcolor="#ffffff" style="padding:8px 14px;background-color:#ffffff;border-radius:8px">${brand(content)}</td></tr></table>`;
}
