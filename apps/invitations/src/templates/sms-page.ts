import { FONT } from './mail-parts';
import { Markup, markup } from './markup';

interface SmsPage {
  language: string;
  sender: string;
  body: string;
  link: string;
}

/** Returns a page that shows a text message as a telephone does. */
export function smsPage({ language, sender, body, link }: SmsPage): string {
  const [before = '', ...rest] = body.split(link);
  const address = markup`<a href="${link}">${link}</a>`;
  const text = rest.map((part) => markup`${address}${part}`);
  return markup`<!doctype html>
    <html lang="${language}" dir="ltr">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${sender}</title>
    <style>
    :root{color-scheme:light dark}
    body{margin:0;padding:32px 16px;background:#f2f4f7;color:#1f2937;font:16px/24px ${new Markup(FONT)}}
    main{max-width:380px;margin:0 auto;padding:0 16px 28px;background:#fff;border:1px solid #e3e6eb;border-radius:28px}
    h1{margin:0 0 20px;padding:20px 0 14px;border-bottom:1px solid #e3e6eb;font-size:16px;line-height:24px;text-align:center;overflow-wrap:anywhere}
    p{margin:0;max-width:85%;padding:11px 15px;background:#eceff3;border-radius:18px 18px 18px 4px;white-space:pre-wrap;overflow-wrap:anywhere}
    a{color:#1d4ed8}
    @media (prefers-color-scheme:dark){body{background:#0f1218;color:#eceff4}main{background:#1b1f27;border-color:#2d333f}h1{border-color:#2d333f}p{background:#2d333f}a{color:#93b4fd}}
    </style>
    </head>
    <body><main><h1 dir="auto">${sender}</h1><p dir="auto">${before}${text}</p></main></body>
    </html>
    `.text;
}
