import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button';
import { CopyButton } from '../../../components/controls/copy-button';
import { Dialog } from '../../../components/overlays/dialog';
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
    <Dialog
      title={t('store_codes')}
      width={440}
      onClose={onClose}
      footer={
        <Button kind="primary" size="form" className="ms-auto" onClick={onClose}>
          {t('codes_stored')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-text-2">{t('store_codes_text')}</p>
        <ul className="grid grid-cols-2 gap-1 rounded-8 border border-line bg-sunken p-3 font-mono text-12">
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
    </Dialog>
  );
}
