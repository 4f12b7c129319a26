import type { MailContent } from './mail-content';
import { anchor, FONT, MUTED, RULE } from './mail-parts';
import { Markup, markup } from './markup';
import { SURFACES } from './colours';

/** The bright colour behind the content of most layouts. */
export const PAGE = '#f2f4f7';
const PAGE_DARK = '#0f1218';
/** Mail programs fill the line beside the subject with the first text. These characters keep the body out of it. */
const FILLER = new Markup('&#847;&zwnj;&nbsp;&#8199;&shy;'.repeat(30));

interface Frame {
  /** The colour behind the content. */
  page: string;
  /** Rows of the table that holds the content. */
  rows: readonly Markup[];
}

/** Returns the whole document of an email around the rows of a layout. */
export function mailDocument(content: MailContent, { page, rows }: Frame): string {
  const { language, subject, preview, openUrl } = content;
  return markup`<!doctype html>
    <html lang="${language}" dir="ltr" xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="x-apple-disable-message-reformatting">
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${subject}</title>
    <!--[if mso]>
    <noscript><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript>
    <style>table{border-collapse:collapse}td,p,h1,a,span{font-family:Arial,sans-serif!important}</style>
    <![endif]-->
    <style>${styles(content)}</style>
    </head>
    <body class="page" style="margin:0;padding:0;width:100%;background-color:${page};-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%">
    <div class="hide" aria-hidden="true" style="display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:${page};mso-hide:all">${preview}${FILLER}</div>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${page}" style="background-color:${page}">
    <tr><td class="outer" align="center" style="padding:40px 20px">
    <!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;margin:0 auto">
    ${rows}
    </table>
    <!--[if mso]></td></tr></table><![endif]-->
    </td></tr>
    </table>
    ${trap(content)}${openUrl !== null && markup`<img src="${openUrl}" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">`}
    </body>
    </html>
    `.text;
}

/** Why the mail came, from whom, and how to get no more. */
export function footer({ footer: { reason, address, unsubscribe } }: MailContent, align = 'center'): Markup {
  const style = `margin:0 0 6px;font-family:${FONT};font-size:13px;line-height:20px;color:${MUTED};overflow-wrap:anywhere`;
  // A finger needs more height than the letters have.
  const padding = align === 'center' ? '6px 12px' : '6px 12px 6px 0';
  const tappable = `display:inline-block;padding:${padding};color:${MUTED};text-decoration:underline`;
  const link = anchor(unsubscribe, tappable, 'mute');
  const side = align === 'center' ? '24px' : '0';
  return markup`<tr><td class="foot" align="${align}" style="padding:28px ${side} 0;text-align:${align}">
    <p class="mute" dir="auto" style="${style}">${reason}</p>
    ${address !== '' && markup`<p class="mute" dir="auto" style="${style}">${address}</p>`}
    <p class="mute" style="${style}">${link}</p>
    </td></tr>`;
}

/** A white area with round corners. `accent` is the colour of its upper edge. */
export function card(inner: Markup, accent: string | null = null): Markup {
  const top = accent === null ? '' : `;border-top:4px solid ${accent}`;
  return markup`<tr><td class="card inner ${accent !== null && 'accent'}" bgcolor="${SURFACES.light}" style="padding:40px;background-color:${SURFACES.light};border:1px solid ${RULE};border-radius:12px${top}">${inner}</td></tr>`;
}

/** People do not see this link, and screen readers do not read it. Programs that open every link of a mail open it, too. */
function trap({ trapUrl }: MailContent): Markup {
  if (trapUrl === null) return markup``;
  return markup`<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;font-size:0;line-height:0;mso-hide:all"><a href="${trapUrl}" tabindex="-1" rel="nofollow" style="display:none;font-size:0;mso-hide:all">&nbsp;</a></div>`;
}

/** Inline styles hold for bright screens. These replace them on dark and on narrow ones, where the mail program knows them. */
function styles({ palette }: MailContent): Markup {
  const dark = (scope: string): string =>
    [
      `${scope} .page{background-color:${PAGE_DARK}!important}`,
      `${scope} .card{background-color:${SURFACES.dark}!important;border-color:#2d333f!important}`,
      `${scope} .accent{border-top-color:${palette.edge}!important}`,
      `${scope} .ink{color:#eceff4!important}`,
      `${scope} .mute{color:#a5adba!important}`,
      `${scope} .rule{border-color:#2d333f!important}`,
      `${scope} .link{color:${palette.linkOnDark}!important}`,
      `${scope} .frame{border-color:${palette.linkOnDark}!important}`,
      `${scope} .star{color:#f5b73d!important}`,
      `${scope} .pill{background-color:#2d333f!important;color:#eceff4!important}`,
      `${scope} .logo{background-color:#ffffff!important;padding:6px 10px!important;border-radius:8px!important}`,
    ].join('');
  // Every value is a constant or a colour of the palette, which is six hexadecimal digits.
  return new Markup(
    [
      ':root{color-scheme:light dark;supported-color-schemes:light dark}',
      'a{text-underline-offset:2px}',
      `@media (max-width:520px){.outer{padding:20px 12px!important}.inner{padding:28px 22px!important}.foot{padding-top:22px!important}.h{font-size:23px!important;line-height:30px!important}.stack{display:block!important;padding:0 0 10px!important;text-align:left!important}.btn{width:100%!important}.btn-a{display:block!important}.star{font-size:34px!important;line-height:40px!important;padding:4px 3px!important}}`,
      `@media (prefers-color-scheme:dark){${dark('')}}`,
      dark('[data-ogsc]'),
    ].join('\n'),
  );
}
