import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { useTexts } from '../../../i18n/texts';

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

/** The place to drop or choose the file of an import. */
export function FileDrop({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }): ReactNode {
  const t = useTexts('import');
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      className={isOver ? 'import-drop is-over' : 'import-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size="large" />
      <p className="text-14 font-semibold">{t('drop')}</p>
      <FileButton kind="primary" isBusy={isBusy} onFile={onFile}>
        {t('choose')}
      </FileButton>
      <p className="help-text">{t('drop_help')}</p>
    </div>
  );
}

/** A button that opens the chooser for files. */
export function FileButton({
  kind = 'default',
  isBusy = false,
  onFile,
  children,
}: {
  kind?: 'primary' | 'default';
  isBusy?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button
        kind={kind}
        {...(kind === 'primary' ? { size: 'form' } : { size: 'small' })}
        busy={isBusy}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
