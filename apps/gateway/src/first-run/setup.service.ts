import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import { operatorOf } from '../accounts/actor';
import { LinkSignInService } from '../one-time-links/link-sign-in.service';
import type { Browser } from '../sessions/sessions.service';
import { SignInService } from '../sign-in/sign-in.service';
import { hashStrong, refuseTakenEmail } from '../users/users.service';
import { FirstProfileService } from './first-profile.service';
import type { SetupLink, SetupUser } from './setup-links.repository';
import { SetupLinksService } from './setup-links.service';
import type { SetupInput } from './setup.dto';

/** The errors of a sign-in that say that the credentials are not those of the user. */
const NOT_THEIRS: readonly string[] = ['invalid_credentials', 'two_factor_required'];

/** Lets the first person take over a new installation in a browser. */
@Injectable()
export class SetupService {
  constructor(
    private readonly links: SetupLinksService,
    private readonly changes: AccountChangesService,
    private readonly profiles: FirstProfileService,
    private readonly entrance: LinkSignInService,
    private readonly signIn: SignInService,
  ) {}

  /** Returns true while the setup link works. */
  async isOpen(): Promise<boolean> {
    return (await this.links.findOpen()) !== null;
  }

  /**
   * Saves name, email, password and company, ends the setup and starts a session. Returns the `Set-Cookie` values. A form
   * that is sent twice signs in twice. Throws 400 if the installation is set up already, for an unknown token and for a weak
   * password.
   */
  async claim(input: SetupInput, browser: Browser): Promise<string[]> {
    const open = await this.links.findOpen();
    return this.entrance.attempt(browser, open ? [open.id] : [], async () => {
      const link = await this.links.find(input.token);
      if (link?.used) return this.repeat(link, input, browser);
      if (!open) throw alreadySetUp();
      if (!link || browser.host.accountId !== null) throw unknownLink();
      return (await this.save(open, input, browser)) ?? this.repeat(link, input, browser);
    });
  }

  /** Returns null if another request used the link first. */
  private async save(open: SetupUser, input: SetupInput, browser: Browser): Promise<string[] | null> {
    const passwordHash = await hashStrong(input.password);
    return refuseTakenEmail(() =>
      this.changes.run(operatorOf(open), async (change: AccountChange) => {
        if (!(await this.links.use(change.tx, input.token))) return null;
        const { name, email, language, time_zone, company_name: companyName } = input;
        const fields = { name, email, language, time_zone };
        const profile = { user: fields, companyName, passwordHash };
        const user = await this.profiles.save(change, open.id, profile);
        return this.entrance.enter(change.tx, user, browser, 'user.set_up');
      }),
    );
  }

  /** Signs in if email and password are those that the first request saved. */
  private async repeat(
    { account_id }: SetupLink,
    { email, password }: SetupInput,
    browser: Browser,
  ): Promise<string[]> {
    try {
      const result = await this.signIn.signInByPassword({ email, password, account_id }, browser);
      if ('cookies' in result) return result.cookies;
    } catch (error) {
      if (!(error instanceof ApiError && NOT_THEIRS.includes(error.code))) throw error;
    }
    throw alreadySetUp();
  }
}

function alreadySetUp(): ApiError {
  return new ApiError(
    'already_set_up',
    'This installation is set up already; sign in on /app/sign-in, or ask for a new password there.',
  );
}

function unknownLink(): ApiError {
  return new ApiError(
    'invalid_credentials',
    'This setup link does not work; open the one that the first start printed or wrote to first-access.txt.',
  );
}
