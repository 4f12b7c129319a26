import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { CopyButton } from '../../../components/controls/copy-button';
import { OnceDialog } from '../../../components/forms/once-dialog';
import { useTexts } from '../../../i18n/texts';
import { saveFile } from '../parts/save-file';

/** Shows new recovery codes, the only time that this is possible. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}): ReactNode {
  const t = useTexts('settings');
  const text = `${codes.join('\n')}\n`;
  return (
    <OnceDialog title={t('store_codes')} width={520} verb={t('codes_stored')} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-text-2">{t('store_codes_text')}</p>
        <ul className="grid gap-1 rounded-8 border border-line bg-sunken p-3 font-mono text-12 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex gap-2">
          <CopyButton size="form" text={text} />
          <Button
            size="form"
            icon="download"
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'plaudit-recovery-codes.txt')}
          >
            {t('download')}
          </Button>
        </div>
      </div>
    </OnceDialog>
  );
}
