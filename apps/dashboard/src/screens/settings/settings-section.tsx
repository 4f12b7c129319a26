import { Link, useParams } from '@tanstack/react-router';
import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense } from 'react';
import { lazy } from '../../api/load-code';
import { PageMissing } from '../../app/page-states';
import { Empty, Loading } from '../../components/display/states';
import { useTexts } from '../../i18n/texts';
import { useSession } from '../../session/session';
import { closedTo, isSection, type SectionName } from './sections';
import './settings.css';

/** Each section is loaded when it is opened. */
const SECTIONS: Readonly<Record<SectionName, LazyExoticComponent<ComponentType>>> = {
  general: lazy(async () => ({ default: (await import('./general/general-section')).GeneralSection })),
  'white-label': lazy(async () => ({
    default: (await import('./white-label/white-label-section')).WhiteLabelSection,
  })),
  plan: lazy(async () => ({ default: (await import('./plan/plan-section')).PlanSection })),
  ai: lazy(async () => ({ default: (await import('./ai/ai-section')).AiSection })),
  keys: lazy(async () => ({ default: (await import('./keys/keys-section')).KeysSection })),
  apps: lazy(async () => ({ default: (await import('./apps/apps-section')).AppsSection })),
  users: lazy(async () => ({ default: (await import('./users/users-section')).UsersSection })),
  'sub-accounts': lazy(async () => ({
    default: (await import('./sub-accounts/sub-accounts-section')).SubAccountsSection,
  })),
  security: lazy(async () => ({ default: (await import('./security/security-section')).SecuritySection })),
  webhooks: lazy(async () => ({ default: (await import('./webhooks/webhooks-section')).WebhooksSection })),
  privacy: lazy(async () => ({ default: (await import('./privacy/privacy-section')).PrivacySection })),
  audit: lazy(async () => ({ default: (await import('./audit/audit-section')).AuditSection })),
  mailbox: lazy(async () => ({ default: (await import('./mailbox/mailbox-section')).MailboxSection })),
};

/** The section that the address names, or the reason why the user may not open it. */
export function SettingsSection(): ReactNode {
  const { section, account } = useParams({ from: '/$account/settings/$section' });
  const t = useTexts('settings');
  const session = useSession();
  if (!isSection(section)) return <PageMissing part />;
  const closed = closedTo(section, session);
  if (closed) {
    return (
      <Empty
        icon="lock"
        title={t('closed_title', { section: t(section) })}
        action={
          <Link to="/$account/settings" params={{ account }} className="btn">
            {t('to_settings')}
          </Link>
        }
      >
        {t(`closed_${closed}`)}
      </Empty>
    );
  }
  const Section = SECTIONS[section];
  return (
    <Suspense fallback={<Loading />} key={section}>
      <Section />
    </Suspense>
  );
}
