import type { InviteSettings } from './invite-settings';

/** A profile with its complete settings. */
export interface ResolvedProfile {
  id: number;
  name: string;
  is_default: boolean;
  deleted: boolean;
  settings: InviteSettings;
}
