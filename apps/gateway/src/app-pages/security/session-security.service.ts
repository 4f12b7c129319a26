import { Injectable } from '@nestjs/common';
import { OwnSessionsService } from '../../own-sign-in/own-sessions.service';
import { TwoFactorsRepository } from '../../two-factor/two-factors.repository';
import type { SignedInVisitor } from '../signed-in-user';
import type { SecurityPage } from './security-page';

/** Collects what the security page shows. */
@Injectable()
export class SessionSecurityService {
  constructor(
    private readonly sessions: OwnSessionsService,
    private readonly twoFactors: TwoFactorsRepository,
  ) {}

  async overview(session: SignedInVisitor): Promise<SecurityPage> {
    return {
      visitor: session,
      sessions: await this.sessions.list(session),
      recoveryCodes: await this.twoFactors.countRecoveryCodes(session.user_id),
    };
  }
}
