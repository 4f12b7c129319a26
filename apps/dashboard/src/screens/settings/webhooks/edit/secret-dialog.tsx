import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/controls/button';
import { CopyButton } from '../../../../components/controls/copy-button';
import { Checkbox } from '../../../../components/controls/choice';
import { Segments } from '../../../../components/controls/segments';
import { Note } from '../../../../components/display/note';
import { Dialog } from '../../../../components/overlays/dialog';
import { useTexts } from '../../../../i18n/texts';
import { SNIPPET_LANGUAGES, type SnippetLanguage, verifySnippet } from './verify-snippets';

export interface ShownSecret {
  url: string;
  secret: string;
}

/** Shows a secret for the only time, with code that verifies deliveries. */
export function SecretDialog({
  secret: { url, secret },
  onClose,
}: {
  secret: ShownSecret;
  onClose: () => void;
}): ReactNode {
  const t = useTexts('webhooks');
  const [isStored, setStored] = useState(false);
  const [language, setLanguage] = useState<SnippetLanguage>('node');
  const [isAsking, setAsking] = useState(false);
  const close = (): void => (isStored ? onClose() : setAsking(true));
  return (
    <Dialog
      title={t('secret_title')}
      width={620}
      onClose={close}
      footer={
        <>
          <Checkbox
            label={t('secret_stored')}
            checked={isStored}
            onChange={({ target }) => setStored(target.checked)}
          />
          <Button kind="primary" size="form" className="ms-auto" disabled={!isStored} onClick={onClose}>
            {t('secret_done')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t('secret_text', { url })}</p>
        <div className="flex items-center gap-2">
          <code className="hook-secret">{secret}</code>
          <CopyButton text={secret} size="form">
            {t('copy_secret')}
          </CopyButton>
        </div>
        {isAsking && !isStored && <Note tone="warn">{t('secret_ask')}</Note>}
        <section className="grid gap-2">
          <header className="flex flex-wrap items-center gap-2">
            <h3 className="grow font-semibold">{t('verify')}</h3>
            <Segments
              label={t('verify_language')}
              value={language}
              choices={SNIPPET_LANGUAGES.map(({ value, label }) => ({ value, label }))}
              onChange={setLanguage}
            />
            <CopyButton size="small" kind="quiet" text={verifySnippet(language)} />
          </header>
          <pre className="code hook-code" tabIndex={0} aria-label={t('verify')}>
            {verifySnippet(language)}
          </pre>
          <p className="help-text">{t('verify_help')}</p>
        </section>
      </div>
    </Dialog>
  );
}
