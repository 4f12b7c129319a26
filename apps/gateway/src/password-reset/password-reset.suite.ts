import { eventually, type SmtpStandIn } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import { ask, type PageAnswer } from '../sign-in/sign-in-world.suite';

export const NEW_PASSWORD = 'a password of tomorrow';

type Headers = Record<string, string>;

/** The requests of people who forgot their password, and the mails that they get. */
export interface PasswordResets {
  forgot: (email: unknown, headers?: Headers) => Promise<PageAnswer>;
  /** Sets NEW_PASSWORD. `more` overrides fields of the body. */
  reset: (token: unknown, more?: object, headers?: Headers) => Promise<PageAnswer>;
  /** Returns the latest mail to this address as text, once there are `count` of them. */
  mailTo: (address: string, count?: number) => Promise<string>;
  /** Waits until one mail waits for its next attempt, after this many. */
  waiting: (attempts?: number) => Promise<void>;
  /** Asks for a new password and returns the token of the first link in the mail. */
  tokenFor: (person: { email: string }, count?: number) => Promise<string>;
  /** Returns how many rows a request could add to. */
  stored: () => Promise<object>;
}

export function passwordResets(at: () => GatewayWorld, server: () => SmtpStandIn): PasswordResets {
  const send = (path: string, body: object, headers: Headers = {}): Promise<PageAnswer> =>
    ask(at(), `/app/password/${path}`, { method: 'POST', body, headers });
  const forgot: PasswordResets['forgot'] = (email, headers) => send('forgot', { email }, headers);
  const mailTo: PasswordResets['mailTo'] = async (address, count = 1) => {
    const mails = await eventually(
      () => server().mails.filter(({ recipients }) => recipients.includes(address)),
      (found) => found.length === count,
      `mail ${count} to ${address}`,
    );
    return mails.at(-1)!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  };
  return {
    forgot,
    reset: (token, more = {}, headers = {}) =>
      send('reset', { token, password: NEW_PASSWORD, ...more }, headers),
    mailTo,
    waiting: async (attempts = 1) => {
      await eventually(
        () =>
          at().world.admin.query<{ attempts: number }>(
            'select attempts from gateway.reset_mails where lease_id is null',
          ),
        ([mail, ...more]) => mail?.attempts === attempts && more.length === 0,
        `one mail that waits after ${attempts} attempts`,
      );
    },
    tokenFor: async ({ email }, count) => {
      expect((await forgot(email)).status).toBe(200);
      return tokensIn(await mailTo(email, count))[0] as string;
    },
    stored: async () => {
      const [row] = await at().world.admin.query<object>(
        `select (select count(*)::int from gateway.reset_mails) as mails,
                (select count(*)::int from gateway.password_resets) as links,
                (select count(*)::int from gateway.audit) as entries`,
      );
      return row as object;
    },
  };
}

/** Returns the tokens of the links in the text part. The part in HTML repeats them. */
export function tokensIn(mail: string): string[] {
  return [...new Set([...mail.matchAll(/\/app\/reset#t=([\w-]{43})/g)].map(([, token]) => token as string))];
}
