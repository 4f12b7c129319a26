import type { MailContent, MailLink } from './mail-content';
import { Markup, markup } from './markup';

export const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const INK = '#1f2937';
export const MUTED = '#5b6472';
export const RULE = '#e3e6eb';

const TEXT = `font-family:${FONT};font-size:16px;line-height:26px;color:${INK}`;
const STARS = 5;

/** One row of a layout. `style` is added to the only cell. */
export function row(inner: Markup, style: string, className = ''): Markup {
  return markup`<tr><td class="${className}" style="${style}">${inner}</td></tr>`;
}

/** The logo, or the name of the business where there is none. */
export function brand({ logoUrl, brandName, palette }: MailContent, color = palette.link): Markup {
  if (logoUrl === null) {
    const style = `font-family:${FONT};font-size:18px;line-height:26px;font-weight:700;letter-spacing:-.2px;color:${color}`;
    return markup`<span class="${color === palette.link ? 'link' : ''}" dir="auto" style="${style}">${brandName}</span>`;
  }
  const style = `display:inline-block;height:44px;width:auto;max-width:240px;border:0;font-family:${FONT};font-size:18px;font-weight:700;line-height:44px;color:${color};text-decoration:none`;
  return markup`<img class="logo" src="${logoUrl}" alt="${brandName}" height="44" style="${style}">`;
}

export function heading({ heading: text }: MailContent, color = INK): Markup {
  if (text === '') return markup``;
  const style = `margin:0 0 16px;font-family:${FONT};font-size:26px;line-height:34px;font-weight:700;letter-spacing:-.4px;color:${color};overflow-wrap:anywhere`;
  return markup`<h1 class="h ${color === INK ? 'ink' : ''}" dir="auto" style="${style}">${text}</h1>`;
}

/** The body as paragraphs. */
export function paragraphs(content: MailContent): Markup[] {
  return content.body
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraphOf(content, paragraph, '0 0 18px'));
}

export function signature(content: MailContent): Markup {
  return content.signature === '' ? markup`` : paragraphOf(content, content.signature, '28px 0 0');
}

/** A button that Outlook shows, too: its colour is that of a table cell. */
export function button({ button: link, palette }: MailContent, align = 'left'): Markup {
  const { brand: background, onBrand, edge } = palette;
  const style = `display:inline-block;padding:14px 30px;font-family:${FONT};font-size:16px;line-height:22px;font-weight:600;color:${onBrand};text-decoration:none;border-radius:8px;overflow-wrap:anywhere`;
  const label = anchor(link, style, 'btn-a');
  return markup`<table role="presentation" class="btn" cellpadding="0" cellspacing="0" border="0" align="${align}" style="margin:${align === 'center' ? '26px auto 0' : '8px 0 0'}">
    <tr><td align="center" bgcolor="${background}" style="background-color:${background};border:1px solid ${edge};border-radius:8px;mso-padding-alt:14px 30px">${label}</td></tr>
  </table>
  ${clearOf(align)}`;
}

/** A button with a frame only. */
export function frameButton({ palette }: MailContent, link: MailLink): Markup {
  const style = `display:block;padding:15px 20px;font-family:${FONT};font-size:16px;line-height:22px;font-weight:600;color:${palette.link};text-decoration:none;overflow-wrap:anywhere`;
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px">
    <tr><td class="frame" align="center" style="border:1.5px solid ${palette.link};border-radius:8px;mso-padding-alt:15px 20px">${anchor(link, style, 'link')}</td></tr>
  </table>`;
}

/** Five stars that lead to the same page. For screen readers they are one link, because no star stands for a rating. */
export function stars({ button: link }: MailContent): Markup {
  const style = `display:inline-block;padding:4px 5px;font-family:Arial,'Segoe UI Symbol',sans-serif;font-size:40px;line-height:46px;color:#e08a00;text-decoration:none`;
  const cells = Array.from({ length: STARS }, (_, at) => {
    const hidden = at === 0 ? markup` aria-label="${link.label}"` : markup` aria-hidden="true" tabindex="-1"`;
    const star =
      link.url === null
        ? markup`<span aria-hidden="true" style="${style}">&#9733;</span>`
        : markup`<a class="star" href="${link.url}"${hidden} style="${style}">&#9733;</a>`;
    return markup`<td align="center">${star}</td>`;
  });
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" style="margin:8px auto">
    <tr>${cells}</tr>
  </table>`;
}

export function textLink({ button: link, palette }: MailContent): Markup {
  const style = `font-family:${FONT};font-size:16px;line-height:26px;font-weight:600;color:${palette.link};text-decoration:underline;overflow-wrap:anywhere`;
  return anchor(link, style, 'link');
}

/** A link, or its label alone if there is no address. */
export function anchor({ label, url }: MailLink, style: string, className: string): Markup {
  if (url === null) return markup`<span class="${className}" dir="auto" style="${style}">${label}</span>`;
  return markup`<a class="${className}" href="${url}" dir="auto" style="${style}">${label}</a>`;
}

/** Text behind an aligned table would stand beside it. */
function clearOf(align: string): Markup {
  return align === 'center'
    ? markup``
    : markup`<div style="clear:both;font-size:0;line-height:0">&nbsp;</div>`;
}

function paragraphOf(content: MailContent, text: string, margin: string): Markup {
  const lines = text
    .split('\n')
    .map((line, at) => markup`${at > 0 ? markup`<br>` : null}${linked(content, line)}`);
  return markup`<p class="ink" dir="auto" style="margin:${margin};${TEXT};overflow-wrap:anywhere">${lines}</p>`;
}

/** Turns the addresses of this message into links. Addresses that came with a value stay plain text. */
function linked({ button: link, footer, palette }: MailContent, line: string): Markup[] {
  const own = [link.url, footer.unsubscribe.url].filter((url) => url !== null);
  const found = own.map((url) => ({ url, at: line.indexOf(url) })).filter(({ at }) => at >= 0);
  const [first] = found.sort((one, other) => one.at - other.at || other.url.length - one.url.length);
  if (!first) return [markup`${line}`];
  const { url, at } = first;
  const style = `color:${palette.link};text-decoration:underline`;
  const before = markup`${line.slice(0, at)}${anchor({ label: url, url }, style, 'link')}`;
  const rest = linked({ button: link, footer, palette } as MailContent, line.slice(at + url.length));
  return [before, ...rest];
}
