import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { TextArea } from '../../../components/controls/field';
import { Icon } from '../../../components/display/icon';
import { Note } from '../../../components/display/note';
import { readCsvFile } from '../../../csv/csv-bytes';
import { type CsvTable, parseCsv } from '../../../csv/csv-parser';
import { useTexts } from '../../../i18n/texts';
import { modCap, sendOnModEnter } from '../new-request/send-keys';

/** Takes a file or pasted rows. Both are read in the browser. */
export function SourceStep({ onTable }: { onTable: (table: CsvTable) => void }): ReactNode {
  const t = useTexts('invite_import');
  const [fault, setFault] = useState<'file_too_large' | 'file_empty' | null>(null);
  const [pasted, setPasted] = useState('');
  const read = (text: string): void => {
    const table = parseCsv(text);
    if (table.rows.length > 0) onTable(table);
    setFault(table.rows.length > 0 ? null : 'file_empty');
  };
  const readFile = async (file: File): Promise<void> => {
    const text = await readCsvFile(file);
    if (text === null) setFault('file_too_large');
    else read(text);
  };
  const readPasted = (): void => {
    if (pasted.trim() !== '') read(pasted);
  };
  return (
    <div className="import-source">
      {fault && <Note tone="bad">{t(fault)}</Note>}
      <FileDrop onFile={(file) => void readFile(file)} />
      <div className="grid gap-2" onKeyDown={sendOnModEnter(readPasted)}>
        <TextArea
          label={t('paste')}
          help={t('paste_help')}
          rows={6}
          value={pasted}
          spellCheck={false}
          placeholder={'name,email\nNoa Bergman,noa@example.com'}
          onChange={(event) => setPasted(event.target.value)}
        />
        <Button
          className="justify-self-start"
          shortcut={modCap('⏎')}
          disabled={pasted.trim() === ''}
          onClick={readPasted}
        >
          {t('read_rows')}
        </Button>
      </div>
    </div>
  );
}

function FileDrop({ onFile }: { onFile: (file: File) => void }): ReactNode {
  const t = useTexts('invite_import');
  const input = useRef<HTMLInputElement>(null);
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
      <p className="font-medium">{t('drop')}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button kind="primary" onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
      <p className="help-text">{t('drop_help')}</p>
    </div>
  );
}
