import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../../api/api';
import { SelectField } from '../../../../components/controls/field';
import { Segments } from '../../../../components/controls/segments';
import { Icon } from '../../../../components/display/icon';
import { Loading, LoadError } from '../../../../components/display/states';
import { useTexts } from '../../../../i18n/texts';
import { useCan } from '../../../../session/session';
import { usePreview } from '../profile-queries';
import type { ProfileEditor } from '../use-profile-editor';
import { usePlace } from '../use-place';
import { CheckList } from './check-list';
import { MailFrame } from './mail-frame';
import { templateOf, TEMPLATES, type TemplateSlug } from './previewed-message';

/** The selected message as people get it, with sample data. */
export function PreviewPanel({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft } = editor;
  const [place, setPlace] = usePlace(draft);
  return (
    <section className="preview" aria-label={t('preview', { step: stepName(t, place.step) })}>
      <header>
        <h2 className="font-semibold">{t('preview', { step: stepName(t, place.step) })}</h2>
        <div className="ms-auto flex flex-wrap gap-2">
          <Segments
            label={t('channel')}
            value={place.kind}
            choices={[
              { value: 'email', label: t('email') },
              ...(place.step === 0 ? [{ value: 'sms' as const, label: t('sms') }] : []),
            ]}
            onChange={(kind) => setPlace({ kind })}
          />
          <Segments
            label={t('preview_width')}
            value={place.width}
            choices={[
              { value: 'desktop', label: <Icon name="desktop" size="small" label={t('desktop')} /> },
              { value: 'mobile', label: <Icon name="phone" size="small" label={t('mobile')} /> },
            ]}
            onChange={(width) => setPlace({ width })}
          />
        </div>
      </header>
      {place.kind === 'email' && <MailHead editor={editor} />}
      <Shown editor={editor} />
      <PreviewFooter editor={editor} />
      <CheckList editor={editor} />
    </section>
  );
}

/** The sender, and the subject with sample data. */
function MailHead({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft } = editor;
  const { data } = useShownPreview(editor);
  return (
    <dl className="mail-head">
      <dt>{t('from')}</dt>
      <dd>
        {draft.from_name} {draft.from_email && `<${draft.from_email}>`}
      </dd>
      <dt>{t('subject')}</dt>
      <dd className="font-medium" dir="auto">
        {data?.subject}
      </dd>
    </dl>
  );
}

function Shown({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft } = editor;
  const [place] = usePlace(draft);
  const { data, error, refetch } = useShownPreview(editor);
  if (!data && error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <div className="mail-ground" tabIndex={0} role="region" aria-label={t('preview_frame')}>
        <MailFrame html={data.html} title={t('preview_frame')} width={place.width} />
      </div>
      <div role="status">
        {editor.isUnsaved && <p className="help warn">{t('preview_saved')}</p>}
        {draft.logo_url && <p className="help">{t('preview_images')}</p>}
      </div>
    </>
  );
}

/** Renders the selected message with the saved texts of the profile. */
function useShownPreview({ id, version, draft }: ProfileEditor) {
  const [place] = usePlace(draft);
  return usePreview(id, { slug: templateOf(draft, place), step: place.step }, version);
}

function PreviewFooter({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { subAccountId } = useApi();
  const mayWrite = useCan('invites:write');
  const { draft, id } = editor;
  const [place] = usePlace(draft);
  if (!mayWrite) return null;
  return (
    <footer>
      {place.kind === 'email' && <TemplateField editor={editor} step={place.step} />}
      <Link
        to="/$account/invitations"
        params={{ account: String(subAccountId) }}
        search={{ new: 'me', settings: String(id) }}
        className="btn form ms-auto"
        title={t('test_help')}
      >
        <Icon name="send" />
        {t('test')}
      </Link>
      <p className="help-text">{t('test_help')}</p>
    </footer>
  );
}

function TemplateField({ editor, step }: { editor: ProfileEditor; step: number }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft, change, replace } = editor;
  const own = draft.followup.steps[step - 1];
  const choose = (template: TemplateSlug): void => {
    if (step === 0) change({ template });
    else {
      const steps = draft.followup.steps.map((one, at) => (at === step - 1 ? { ...one, template } : one));
      replace({ ...draft, followup: { ...draft.followup, steps } });
    }
  };
  return (
    <SelectField
      label={t('template')}
      value={step === 0 ? draft.template : (own?.template ?? 'reminder')}
      choices={TEMPLATES.map((slug) => ({ value: slug, label: t(`template_${slug}`) }))}
      onChange={(event) => choose(event.target.value as TemplateSlug)}
    />
  );
}

function stepName(t: ReturnType<typeof useTexts<'invite_profile'>>, step: number): string {
  const names = ['step_0', 'step_1', 'step_2', 'step_3'] as const;
  return t(names[step] ?? 'step_0');
}
