import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Radio } from '../../../components/controls/choice';
import { Loading } from '../../../components/display/states';
import { useTexts } from '../../../i18n/texts';
import { completeSettings } from '../builder/draft/draft';
import { type Json, valueAt } from '../builder/draft/json-paths';
import { firstView, PreviewBar } from '../builder/preview/preview-bar';
import { PreviewNotes } from '../builder/preview/preview-notes';
import { PreviewStage } from '../builder/preview/preview-stage';
import { usePreview } from '../builder/preview/use-preview';
import { templatesQuery, type WidgetTemplate, type WidgetTypeEntry } from '../data/widgets-data';

const NONE: Json = {};

/** Chooses a look for a new widget. The preview shows it with the reviews of the sub account. */
export function TemplateStep({
  type,
  busy,
  onCreate,
}: {
  type: WidgetTypeEntry;
  busy: boolean;
  onCreate: (settings: Json) => void;
}): ReactNode {
  const t = useTexts('widgets');
  const { template } = useSearch({ from: '/$account/widgets/new' });
  const { data: all = [], isPending } = useQuery(templatesQuery(useApi()));
  const templates = all.filter((one) => one.type === type.type);
  const patch = templates.find(({ id }) => id === template)?.settings ?? NONE;
  const [view, setView] = useState(firstView);
  const settings = useMemo(() => completeSettings(type.settings, patch), [type, patch]);
  const preview = usePreview({ type: type.type, patch, settings });
  const theme = String(valueAt(settings, ['style', 'theme']));
  return (
    <div className="builder is-new">
      <aside className="settings-panel" aria-label={t('templates')}>
        <form
          className="in-order settings-scroll template-list"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onCreate(patch);
          }}
        >
          <TemplateChoice type={type.type} templates={templates} chosen={template} />
          {isPending && <Loading />}
          <Button kind="primary" size="form" type="submit" busy={busy}>
            {t('create')}
          </Button>
          <p className="help">{t('create_text')}</p>
        </form>
      </aside>
      <section className="in-order preview-pane">
        <PreviewBar view={view} onView={setView} />
        <PreviewNotes preview={preview} />
        <PreviewStage
          data={preview.data}
          device={view.device}
          look={{ ground: view.ground, rightToLeft: view.rightToLeft, theme }}
        />
      </section>
    </div>
  );
}

/** The looks of a type. The chosen one is in the address. */
function TemplateChoice({
  type,
  templates,
  chosen,
}: {
  type: string;
  templates: readonly WidgetTemplate[];
  chosen: string | undefined;
}): ReactNode {
  const t = useTexts('widgets');
  const navigate = useNavigate({ from: '/$account/widgets/new' });
  const choose = (id: string | undefined): void =>
    void navigate({ search: { type, template: id }, replace: true });
  return (
    <fieldset className="grid gap-3">
      <legend className="label">{t('templates')}</legend>
      <Radio
        name="template"
        label={t('template_none')}
        help={t('template_none_text')}
        checked={!chosen}
        onChange={() => choose(undefined)}
      />
      {templates.map(({ id, name, description }) => (
        <Radio
          key={id}
          name="template"
          label={name}
          help={description}
          checked={id === chosen}
          onChange={() => choose(id)}
        />
      ))}
    </fieldset>
  );
}
