import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock, publicPagesUrl } from '@plaudit/runtime';
import { BusinessesRepository } from '../businesses/businesses.repository';
import { InvitationsEnv } from '../invitations.env';
import { senderName } from '../messages/message';
import { renderEmail } from '../messages/render-email';
import { type RenderedSms, renderSms } from '../messages/render-sms';
import type { InviteSettings } from '../settings/invite-settings';
import type { Language } from '../settings/languages';
import { SettingsProfilesRepository } from '../settings/settings-profiles.repository';
import { resolveSettings } from '../settings/stored-settings';
import { sampleMessage } from './sample-message';
import { smsPage } from './sms-page';
import { TEMPLATE_SLUGS, type TemplateSlug } from './template-slugs';

const SAMPLE_BUSINESS = 'Example Bakery';

const NAMES: Readonly<Record<TemplateSlug, string>> = {
  classic: 'Classic',
  plain: 'Letter',
  stars: 'Stars',
  platforms: 'Platforms',
  card: 'Coloured header',
  reminder: 'Reminder',
  'reminder-last': 'Last reminder',
  sms: 'Text message',
};

interface Template {
  id: number;
  name: string;
  slug: TemplateSlug;
  /** Address of a page that shows it. */
  preview: string;
}

interface PreviewOptions {
  language?: Language;
  /** The profile that the preview shows. */
  settings_id?: number;
  /** The message whose texts it shows. Default: that of the template. */
  step?: number;
}

interface Preview {
  html: string;
  /** Null for a text message. */
  subject: string | null;
  /** Null for an email and for WhatsApp. */
  sms: RenderedSms['size'];
}

/** Lists the templates and renders them with sample data. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly database: Database,
    private readonly profiles: SettingsProfilesRepository,
    private readonly businesses: BusinessesRepository,
    private readonly clock: Clock,
    private readonly env: InvitationsEnv,
  ) {}

  list(): Template[] {
    return TEMPLATE_SLUGS.map((slug, at) => ({
      id: at + 1,
      name: NAMES[slug],
      slug,
      preview: `${publicPagesUrl(this.env)}/i/templates/${slug}`,
    }));
  }

  /** Returns the HTML of a template with the default settings of a language. Throws 404 for an unknown slug. */
  sample(slug: string, language?: Language): string {
    return this.render(knownSlug(slug), defaultsOf(language), SAMPLE_BUSINESS).html;
  }

  /** Returns a template as a profile of the caller shows it, or with default settings. Throws 404. */
  async preview(
    tenant: Tenant,
    slug: string,
    { language, settings_id, step }: PreviewOptions,
  ): Promise<Preview> {
    const known = knownSlug(slug);
    if (settings_id === undefined) return this.render(known, defaultsOf(language), SAMPLE_BUSINESS, step);
    const { settings, businessName } = await this.profile(tenant, settings_id);
    // The texts of the profile are in its own language.
    return this.render(known, settings, businessName, step);
  }

  private async profile(
    tenant: Tenant,
    id: number,
  ): Promise<{ settings: InviteSettings; businessName: string }> {
    return this.database.transaction(async (tx) => {
      const profile = await this.profiles.find(tx, tenant, id);
      if (!profile) throw notFound('settings profile', id);
      const businesses = await this.businesses.among(tx, [tenant.sub_account_id]);
      const businessName = businesses.get(tenant.sub_account_id)?.name;
      return { settings: profile.settings, businessName: businessName ?? SAMPLE_BUSINESS };
    });
  }

  private render(slug: TemplateSlug, settings: InviteSettings, businessName: string, step?: number): Preview {
    const template = slug === 'sms' ? settings.template : slug;
    const message = sampleMessage({ settings, template, step, businessName, now: this.clock.now() });
    if (slug !== 'sms') {
      const { html, subject } = renderEmail(message);
      return { html, subject, sms: null };
    }
    const { body, size } = renderSms(message);
    const html = smsPage({
      language: settings.language,
      sender: settings.sms.from ?? senderName(message),
      body,
      link: message.links.review,
    });
    return { html, subject: null, sms: size };
  }
}

function defaultsOf(language: Language = 'en'): InviteSettings {
  return resolveSettings({ name: 'Sample', is_default: false, settings: { language } });
}

function knownSlug(slug: string): TemplateSlug {
  const known = TEMPLATE_SLUGS.find((one) => one === slug);
  if (known) return known;
  const msg = `There is no template with this slug; use one of ${TEMPLATE_SLUGS.join(', ')}.`;
  throw new ApiError('not_found', msg, { field: 'slug' });
}
