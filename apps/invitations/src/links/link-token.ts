import { createHmac, timingSafeEqual } from 'node:crypto';

const KINDS = { review: 1, open: 2, unsubscribe: 3, trap: 4 } as const;

/** What a link is for. A trap is a hidden link that only programs follow. */
export type LinkKind = keyof typeof KINDS;

export interface Link {
  kind: LinkKind;
  requestId: number;
  /** 0 for the main link of its kind, 1 to 255 for others. */
  index: number;
}

const VERSION = 1;
const ID_BYTES = 6;
const BODY_BYTES = 3 + ID_BYTES;
const MAC_BYTES = 10;
const TOKEN = /^[\w-]{26}$/;

/** Returns the 26 characters that name a link. They contain no address, so no link can lead to a stranger's site. */
export function linkToken(key: Buffer, { kind, requestId, index }: Link): string {
  const body = Buffer.alloc(BODY_BYTES);
  body[0] = VERSION;
  body[1] = KINDS[kind];
  body.writeUIntBE(requestId, 2, ID_BYTES);
  body.writeUInt8(index, BODY_BYTES - 1);
  return Buffer.concat([body, macOf(key, body)]).toString('base64url');
}

/** Returns the link that a token names. Returns null unless one of the keys signed the token. */
export function readLinkToken(keys: readonly Buffer[], token: string): Link | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.subarray(0, BODY_BYTES);
  const mac = bytes.subarray(BODY_BYTES);
  const signed = keys.filter((key) => timingSafeEqual(macOf(key, body), mac)).length > 0;
  const kind = (Object.keys(KINDS) as LinkKind[]).find((name) => KINDS[name] === body[1]);
  // The last character has four bits that encode nothing. Only one spelling of a token is accepted.
  const canonical = bytes.toString('base64url') === token;
  if (!signed || !canonical || body[0] !== VERSION || !kind) return null;
  return { kind, requestId: body.readUIntBE(2, ID_BYTES), index: body[BODY_BYTES - 1] as number };
}

function macOf(key: Buffer, body: Buffer): Buffer {
  return createHmac('sha256', key).update('invite-link\0').update(body).digest().subarray(0, MAC_BYTES);
}
