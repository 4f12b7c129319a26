import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../controls/button';
import { Icon } from '../display/icon';
import './file-drop.css';

const ACCEPTED = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';

/** The place to drop or choose a file of rows. `hint` says what is accepted and what happens to it. */
export function FileDrop({
  title,
  choose,
  hint,
  busy = false,
  onFile,
}: {
  title: string;
  choose: string;
  hint: string;
  busy?: boolean;
  onFile: (file: File) => void;
}): ReactNode {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      className={isOver ? 'file-drop is-over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size="large" />
      <p className="text-14 font-semibold">{title}</p>
      <FileButton kind="primary" size="form" busy={busy} onFile={onFile}>
        {choose}
      </FileButton>
      <p className="help-text">{hint}</p>
    </div>
  );
}

/** A button that opens the chooser for files of rows. */
export function FileButton({
  onFile,
  ...button
}: Pick<ButtonProps, 'kind' | 'size' | 'icon' | 'busy' | 'children'> & {
  onFile: (file: File) => void;
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
          // The same file can be chosen again after it was mended.
          target.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
