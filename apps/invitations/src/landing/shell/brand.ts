import type { InviteSettings } from '../../settings/invite-settings';
import type { PageBrand } from './page';

interface Branded {
  settings: InviteSettings;
  businessName: string;
}

/** Returns how a page looks for the settings profile of a message. */
export function brandOf({ settings, businessName }: Branded): PageBrand {
  const { language, color, logo_url: logoUrl } = settings;
  return { language, color, logoUrl, businessName };
}
