import { Injectable } from '@nestjs/common';
import { wireDate } from '@plaudit/contracts';
import type { ProofInput } from '../own-sign-in/proof.dto';
import { ReauthenticationService } from '../own-sign-in/reauthentication.service';
import { provedUntil } from '../sessions/session';
import type { SignedInRequest } from '../sessions/session-requests.service';
import { SessionsService } from '../sessions/sessions.service';

/** Takes proofs of the password from signed-in users. */
@Injectable()
export class SessionProofService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly reauthentication: ReauthenticationService,
  ) {}

  /**
   * Returns until when the proof counts. Throws 400 if the password or the code is wrong, which counts as a failed sign-in,
   * and 429 after too many wrong ones.
   */
  async prove(signedIn: SignedInRequest, proof: ProofInput): Promise<string> {
    await this.reauthentication.assertProof(signedIn, proof);
    const now = await this.sessions.prove(signedIn.session);
    return wireDate(provedUntil({ proved_on: now }, now) as Date);
  }
}
