import type { HookRequest } from '../hook-request';
import type { SmsReport } from './sms-report';

/** One provider: whether it sent a notification, and what the notification reports. Both are pure. */
export interface SmsHook {
  /** Returns false for a notification without a valid signature, or with an old one. */
  verify(request: HookRequest, at: Date): boolean;
  /** Throws 400 for a notification that cannot be read. Notifications of no interest report nothing. */
  reports(request: HookRequest): SmsReport[];
}

/** The settings of the hooks. InvitationsEnv has this shape. */
export interface SmsHookSettings {
  TWILIO_AUTH_TOKEN?: string;
  VONAGE_SIGNATURE_SECRET?: string;
  BIRD_SIGNING_KEY?: string;
}
