import type { Frozen } from '../queue/claims.repository';
import type { SendDecision } from './send-decision';

/** A message that is sent now. */
export interface SendVerdict {
  kind: 'send';
  /** Null if the message was frozen at an earlier attempt. */
  frozen: Frozen | null;
  /** The local day on which it is counted. */
  day: string;
}

/** What happens to a message that is not sent now. */
export type OtherVerdict = Exclude<SendDecision, { kind: 'send' }>;
export type Verdict = SendVerdict | OtherVerdict;
