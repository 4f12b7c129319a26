import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import type { ProofInput } from '../own-sign-in/proof.dto';
import { ReauthenticationService } from '../own-sign-in/reauthentication.service';
import type { Session } from '../sessions/session';
import { ownActor } from '../sessions/session-actor';
import type { SignedInRequest } from '../sessions/session-requests.service';
import { SessionsService } from '../sessions/sessions.service';
import { qrCodeSvg } from './qr-code';
import { hashRecoveryCode, normaliseCode } from './recovery-codes';
import { uriOfSecret } from './totp';
import { TwoFactorSecretsService } from './two-factor-secrets.service';
import { TwoFactorsRepository, type TwoFactorState } from './two-factors.repository';

/** What a person enters into an authenticator app, as text and as a QR code. */
export interface NewSecret {
  secret: string;
  uri: string;
  qr_svg: string;
}

export interface TwoFactorStatus {
  on: boolean;
  /** How many recovery codes the user has left. */
  recovery_codes_left: number;
}

/** Lets signed-in users switch their own two-factor sign-in on and off. The audit log names them as the actor. */
@Injectable()
export class TwoFactorSetupService {
  constructor(
    private readonly changes: AccountChangesService,
    private readonly twoFactors: TwoFactorsRepository,
    private readonly secrets: TwoFactorSecretsService,
    private readonly sessions: SessionsService,
    private readonly reauthentication: ReauthenticationService,
  ) {}

  async status({ user_id, two_factor_on }: Session): Promise<TwoFactorStatus> {
    const recovery_codes_left = await this.twoFactors.countRecoveryCodes(user_id);
    return { on: two_factor_on !== null, recovery_codes_left };
  }

  /** Returns the secret of a new setup, which changes nothing until it is confirmed. Throws 400 if it is on. */
  async start(signedIn: SignedInRequest, password: string | undefined): Promise<NewSecret> {
    const { id: userId, email } = await this.reauthentication.assertPassword(signedIn, password);
    const { secret, encrypted } = this.secrets.generate(userId);
    await this.change(signedIn, async ({ tx }, { id, two_factor_on }) => {
      if (two_factor_on) throw isOn();
      await this.twoFactors.start(tx, id, encrypted);
    });
    const uri = uriOfSecret(secret, email);
    return { secret, uri, qr_svg: qrCodeSvg(uri) };
  }

  /**
   * Switches two-factor sign-in on. Ends all other sessions, which were started without a code. Returns the recovery
   * codes, which are not stored, and the `Set-Cookie` value of the new session. Throws 400 if the password or the code is
   * wrong. Without the password, a stolen session could guess the code of a setup that its owner started.
   */
  async confirm(
    signedIn: SignedInRequest,
    { password, code = '' }: ProofInput,
  ): Promise<{ recoveryCodes: string[]; cookie: string }> {
    await this.reauthentication.assertPassword(signedIn, password);
    return this.change(signedIn, async (change, { id, two_factor_on, secret_enc }) => {
      const { tx } = change;
      if (two_factor_on) throw isOn();
      const step = secret_enc && this.secrets.stepOf(id, secret_enc, normaliseCode(code));
      if (step === null || !(await this.twoFactors.useStep(tx, id, step))) throw wrongSetupCode();
      await this.twoFactors.switchOn(tx, id);
      const recoveryCodes = await this.replaceCodes(change, id);
      await this.note(change, id, 'user.two_factor_enabled');
      return { recoveryCodes, cookie: await this.sessions.restart(tx, signedIn.session, signedIn.browser) };
    });
  }

  /** Returns new recovery codes. The old ones stop working. */
  async replaceRecoveryCodes(signedIn: SignedInRequest, proof: ProofInput): Promise<string[]> {
    await this.assertOn(signedIn, proof);
    return this.change(signedIn, async (change, { id }) => {
      await this.note(change, id, 'user.recovery_codes_replaced');
      return this.replaceCodes(change, id);
    });
  }

  /** Switches two-factor sign-in off. Ends all other sessions. Returns the `Set-Cookie` value of the new session. */
  async switchOff(signedIn: SignedInRequest, proof: ProofInput): Promise<string> {
    await this.assertOn(signedIn, proof);
    return this.change(signedIn, async (change, { id }) => {
      await this.twoFactors.switchOff(change.tx, id);
      await this.note(change, id, 'user.two_factor_disabled');
      return this.sessions.restart(change.tx, signedIn.session, signedIn.browser);
    });
  }

  /** Throws 400 if it was off when the proof was checked, because the proof then had no code. */
  private async assertOn(signedIn: SignedInRequest, proof: ProofInput): Promise<void> {
    const { two_factor_on } = await this.reauthentication.assertProof(signedIn, proof);
    if (two_factor_on === null) throw isOff();
  }

  /** Runs `work` with the current state of the signed-in user, which stays unchanged until the transaction ends. */
  private async change<T>(
    { session }: SignedInRequest,
    work: (change: AccountChange, state: TwoFactorState) => Promise<T>,
  ): Promise<T> {
    return this.changes.run(ownActor(session), async (change) =>
      work(change, await this.twoFactors.lockState(change.tx, session.user_id)),
    );
  }

  private async replaceCodes({ tx }: AccountChange, userId: number): Promise<string[]> {
    const codes = this.secrets.generateRecoveryCodes();
    await this.twoFactors.saveRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
    return codes;
  }

  private async note(change: AccountChange, id: number, action: string): Promise<void> {
    await this.changes.note(change, { action, target: { type: 'user', id } });
  }
}

function isOn(): ApiError {
  return new ApiError('invalid_value', 'Two-factor sign-in is on already; switch it off first.');
}

function isOff(): ApiError {
  return new ApiError('invalid_value', 'Two-factor sign-in is off; set it up first.');
}

function wrongSetupCode(): ApiError {
  return new ApiError(
    'invalid_value',
    'code is not the current code of this setup; check the clock of your phone, or start the setup again.',
    { field: 'code' },
  );
}
