import { Text } from '@mantine/core';
import { type JSX, useRef, useState } from 'react';
import { droppedFiles } from './dropped-files.js';
import { Icon } from './icons.js';

/** Takes files by dropping or by choosing; a plain button for keyboard and screen reader. */
export function DropZone(props: {
  title: string;
  hint: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: File[]): void => {
    if (files.length > 0) props.onFiles(props.multiple ? files : files.slice(0, 1));
  };
  return (
    <>
      <button
        type="button"
        className={over ? 'drop over' : 'drop'}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void droppedFiles(event.dataTransfer).then(take);
        }}
      >
        <Icon name="start" size={32} />
        <Text fw={600} component="span">
          {props.title}
        </Text>
        <Text c="dimmed" size="sm" component="span">
          {props.hint}
        </Text>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={props.accept}
        multiple={props.multiple ?? false}
        aria-label={props.title}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

export const songTypes = '.mp3,.wav,.flac,.m4a,.aac,.ogg,.opus,.mid,.midi,audio/*';
