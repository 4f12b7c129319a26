import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../components/controls/copy-button';
import { Icon } from '../../../../components/display/icon';
import { Note } from '../../../../components/display/note';
import { Content } from '../../../../components/layout/page';
import { useTexts } from '../../../../i18n/texts';
import { useBuilder } from '../builder-context';
import { valueAt } from '../draft/json-paths';
import { FirstView } from './first-view';
import { Guides } from './guides';
import { hostOf, SNIPPETS, type SnippetKind, snippetParts } from './snippets';
import { EXACTLY } from '../../list/exactly';

/** The code for a page, steps for the usual systems, and whether a page shows the widget yet. */
export function EmbedTab(): ReactNode {
  const t = useTexts('widgets');
  const { widget, draft } = useBuilder();
  const domains = valueAt(draft.settings, ['access', 'allowed_domains']);
  return (
    <Content className="embed-page">
      <div className="grid content-start gap-6">
        {draft.unsaved > 0 && <Note tone="info">{t('embed_unsaved')}</Note>}
        <Snippets />
        <Guides />
        <Note tone="info">
          {t('csp_question')}
          <code className="mt-1 block wrap-anywhere">
            {['script-src', 'connect-src', 'img-src']
              .map((directive) => `${directive} ${new URL(hostOf(widget)).origin}`)
              .join('; ')}
          </code>
        </Note>
      </div>
      <div className="grid content-start gap-6">
        <FirstView />
        <section className="grid gap-2">
          <h2 className="label">{t('hosted_page')}</h2>
          <p className="flex flex-wrap items-center gap-2">
            <a href={widget.preview_url} target="_blank" rel="noreferrer" className="min-w-0 break-all">
              {widget.preview_url}
            </a>
            <CopyButton text={widget.preview_url} size="small" kind="quiet" />
          </p>
          <p className="help">{t('hosted_page_help')}</p>
        </section>
        <Domains domains={Array.isArray(domains) ? (domains as string[]) : []} />
      </div>
    </Content>
  );
}

function Snippets(): ReactNode {
  const t = useTexts('widgets');
  const { widget } = useBuilder();
  const { account, widget: id } = useParams({ from: '/$account/widgets/$widget' });
  const { code } = useSearch({ from: '/$account/widgets/$widget' });
  const kind = SNIPPETS.find((one) => one === code) ?? 'html';
  const parts = snippetParts(widget, kind);
  return (
    <section className="grid gap-3" aria-labelledby="embed-code">
      <h2 id="embed-code" className="text-14 font-semibold">
        {t('embed_title', { name: widget.name })}
      </h2>
      <nav className="tabs embed-tabs" aria-label={t('embed_code')}>
        {SNIPPETS.map((one: SnippetKind) => (
          <Link
            key={one}
            to="/$account/widgets/$widget"
            params={{ account, widget: id }}
            search={{ tab: 'embed', code: one === 'html' ? undefined : one }}
            replace
            activeOptions={EXACTLY}
            aria-current={one === kind ? 'page' : undefined}
          >
            {t(`code_${one}`)}
          </Link>
        ))}
      </nav>
      {parts.map((part, at) => (
        <div key={part} className="grid gap-2">
          {parts.length > 1 && (
            <p className="label">
              {t(at === 0 ? (`first_${kind}` as 'first_react') : (`then_${kind}` as 'then_react'))}
            </p>
          )}
          <pre className="code" tabIndex={0} dir="ltr">
            {part}
          </pre>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <CopyButton text={part} kind={at === parts.length - 1 ? 'primary' : 'default'} />
            {at === parts.length - 1 && <span className="help-text">{t(`code_help_${kind}`)}</span>}
          </p>
        </div>
      ))}
    </section>
  );
}

function Domains({ domains }: { domains: readonly string[] }): ReactNode {
  const t = useTexts('widgets');
  const { account, widget } = useParams({ from: '/$account/widgets/$widget' });
  return (
    <section className="grid gap-2">
      <h2 className="label">{t('set_allowed_domains')}</h2>
      {domains.length === 0 ? (
        <p>{t('all_domains')}</p>
      ) : (
        <ul className="flex flex-wrap gap-1">
          {domains.map((domain) => (
            <li key={domain} className="tag">
              <Icon name="globe" />
              {domain}
            </li>
          ))}
        </ul>
      )}
      <p className="help">
        <Link to="/$account/widgets/$widget" params={{ account, widget }} search={{}}>
          {t('change_domains')}
        </Link>
      </p>
    </section>
  );
}
