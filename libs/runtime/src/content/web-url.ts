import { isURL, MaxLength, ValidateBy } from 'class-validator';
import { plainLine } from './plain-text';

/** Characters for the API's input, bytes for collected addresses. */
export const MAX_URL = 2_048;

const WEB_URL = {
  protocols: ['http', 'https'],
  require_protocol: true,
  require_tld: false,
  allow_underscores: true,
  disallow_auth: true,
};
/** A browser reads a backslash as a slash, which can hide another host. Invisible characters hide it from people. */
const MISLEADING = /^https?:(?!\/\/)|[\\\p{Default_Ignorable_Code_Point}]/iu;

/** An absolute http or https URL of at most 2,048 characters, without credentials, that browsers can read too. */
export function IsWebUrl(): PropertyDecorator {
  const rules = [
    MaxLength(MAX_URL),
    ValidateBy({
      name: 'isUrl',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isWebUrl(value),
        defaultMessage: (args) => `${args?.property} must be an absolute http or https URL`,
      },
    }),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

function isWebUrl(value: string): boolean {
  return isURL(value, WEB_URL) && !MISLEADING.test(value) && URL.canParse(value);
}

/** Returns a collected URL if it is an absolute http or https one of at most 2,048 bytes, otherwise null. */
export function webUrl(url: string | null): string | null {
  if (url === null || Buffer.byteLength(url) > MAX_URL || url !== plainLine(url)) return null;
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
